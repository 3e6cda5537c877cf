import type { RunContext } from '@millrace/processors';
import { fieldText, type WorkflowNode } from '@millrace/workflow';

/** For each field of a node the dataset that it names, null if it names none: what a node's work depends on in addition to its fields. */
export const nodeDatasets = (node: WorkflowNode, { dataset }: Pick<RunContext, 'dataset'>) =>
  node.fields.map(({ name }) => dataset(fieldText(node, name) ?? '') ?? null);
