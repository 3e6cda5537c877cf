import type { ProcessorCatalogue } from '@millrace/processors';
import type { WorkflowNode } from '@millrace/workflow';

/** True for nodes that read from the file space. */
export const isSourceClass = (node: WorkflowNode, catalogue: ProcessorCatalogue): boolean =>
  catalogue.get(node.nodeClass)?.inputs.max === 0 && node.type !== 'doc' && node.type !== 'sticky';
