import type { Surroundings } from '@millrace/processors';
import { fieldText, type WorkflowNode } from '@millrace/workflow';

/** For each field of a node the dataset that it names, null where it names none: what a node's work depends on beside its fields. */
export const nodeDatasets = (node: WorkflowNode, { dataset }: Pick<Surroundings, 'dataset'>) =>
  node.fields.map(({ name }) => dataset(fieldText(node, name) ?? '') ?? null);
