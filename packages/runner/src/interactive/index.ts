export {
  inputSchemas,
  LookError,
  outputSchemas,
  previewNode,
  type LookOptions,
  type NodePreview,
  type OutputColumns,
} from './look.ts';
