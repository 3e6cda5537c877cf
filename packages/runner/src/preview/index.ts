export {
  inputSchemas,
  PreviewError,
  outputSchemas,
  previewNode,
  type EditedGraph,
  type NodePreview,
  type OutputColumns,
} from './preview-node.ts';
export { explainGraph, type NodePlan } from './explain-graph.ts';
export { selectionCode, type NamedOutput, type SelectionCode } from './selection-code.ts';
export { graphColumns, type GraphColumns, type NamedColumns, type NodeColumns } from './graph-columns.ts';
export type { DraftProblem } from './draft.ts';
