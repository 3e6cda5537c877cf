export type { Json, JsonObject } from './json/json.ts';
export type {
  Dataset,
  DatasetDetail,
  Edge,
  Field,
  Recorded,
  SchemaColumn,
  Workflow,
  WorkflowNode,
} from './document/types.ts';
export type { Catalogue, FieldKind, FieldSpec, ProcessorSpec } from './catalogue.ts';
