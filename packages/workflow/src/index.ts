export { MAX_DEPTH } from './json/json-reader.ts';
export { readJson, readJsonInSlices } from './json/read-json.ts';
export type { JsonFault } from './json/read-json.ts';
export { canonicalJson, sameJson } from './json/compare.ts';
export { isJsonList, isJsonObject } from './json/json.ts';
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
export { finish } from './steps.ts';
export type { Steps } from './steps.ts';
export { parseWorkflow, parsingWorkflow } from './document/parse-workflow.ts';
export type { ParsedWorkflow } from './document/parse-workflow.ts';
export { delimiterText, parseDataset } from './document/parse-dataset.ts';
export type { ParsedDataset } from './document/parse-dataset.ts';
export { descriptorColumns, descriptorText, schemaModel } from './document/dataset-schema.ts';
export { serialiseDataset, serialiseNode, serialiseWorkflow, serialisingWorkflow } from './document/serialise.ts';
export type { WriteOptions } from './document/record.ts';
export { isWebUrl, shownUrl } from './urls.ts';
export { fieldFlag, fieldList, fieldOf, fieldText, jsonList, textList } from './fields.ts';

export { COMPATIBILITIES, compatibilityOf, isCompatibility, withCompatibility } from './compatibility.ts';
export type { Compatibility } from './compatibility.ts';
export { earlierVersions, targetsOf } from './targets.ts';
export type { Target } from './targets.ts';
export { optionOf } from './options.ts';
export type { Catalogue, FieldKind, FieldSpec, ProcessorSpec } from './catalogue.ts';
export { EXTRA_NODE_RULES, mayFeed, NODE_RULES, nodeRule } from './rules/node-rules.ts';
export type { NodeRule, NodeType } from './rules/node-rules.ts';
export { canFeed, isNote } from './rules/flow.ts';
export { STORAGE_LEVELS } from './rules/storage-levels.ts';
export type { StorageLevel } from './rules/storage-levels.ts';

export { problem } from './problems/problem.ts';
export type { ProblemLocation, Problem, ProblemCode } from './problems/problem.ts';
export type { Severity } from './problems/severity.ts';
export { edgeLabel, nodeLabel, quote } from './problems/quote.ts';

export { applyParameters, applyToNode } from './parameters/apply-parameters.ts';
export { mergeParameters, PARAMETER_NODE, PARAMETER_PRECEDENCE, parametersOf } from './parameters/layers.ts';
export type { ParameterLayer, ParameterLayers, ParameterValue } from './parameters/layers.ts';
export { PARAMETER_NAME, parseParameterText } from './parameters/parse-parameters.ts';
export type { ParsedParameters } from './parameters/parse-parameters.ts';
export { mentionsParameter, substitute } from './parameters/substitute.ts';
export type { Substitution } from './parameters/substitute.ts';
export { unusedParameters } from './parameters/unused-parameters.ts';

export { indexGraph } from './graph/graph.ts';
export type { Graph } from './graph/graph.ts';
export { findCycles } from './graph/cycles.ts';
export { executionOrder } from './graph/order.ts';
export type { ExecutionOrder } from './graph/order.ts';
export { inputsOf, outputIndex, outputsOf, assignInputs, assignOutputs, wireGraph } from './graph/wiring.ts';
export type { InputRef, SlotEdge } from './graph/wiring.ts';

export { validate, validating } from './validate/validate.ts';
export type { Column, ValidateOptions } from './validate/context.ts';
export { nearest } from './validate/nearest.ts';

export { canonicalNode } from './canonical.ts';
export { changesMeaning, diffWorkflows, isEmptyDiff } from './diff/diff.ts';
export type { Change, FieldChange, NamedChange, NodeChange, Position, WorkflowDiff } from './diff/types.ts';
