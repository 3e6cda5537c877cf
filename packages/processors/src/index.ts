export type { KnownAggregates } from './contract/known-aggregates.ts';
export type { JsonDocuments, JsonFacts } from './contract/json-facts.ts';
export type { CsvFacts, CsvFormat, CsvQuirk, LineEnd } from './contract/csv-facts.ts';
export { FieldError } from './kit/field-error.ts';
export { castTypes } from './kit/cast-types.ts';
export type { CodeAnswer, CodeChart, CodeRequest, CodeResult, CodeRunner } from './contract/code.ts';
export type { StoredFields } from './contract/fields.ts';
export type { Context, RunContext } from './contract/context.ts';
export type { Example, ExampleTable, Page } from './contract/examples.ts';
export type { FetchedText, Files, FileKind, ParquetSchema, XmlElements, Location } from './contract/files.ts';
export type { Need, Processor } from './contract/processor.ts';
export type { ModelFacts } from './contract/results.ts';
export { isReference } from './ml/kit/registered.ts';
export type { ModelRegistry, ModelRequest, RegisteredModel } from './contract/models.ts';
export { hasShortYear } from './kit/date-reading.ts';
export { versionName } from './kit/version-name.ts';
export type { Python, PythonAnswer, PythonRequest } from './contract/python.ts';
export { isStillToPredict, once, predictorOf } from './ml/kit/ml-artifacts.ts';
export type { FittedModel, MlArtifacts, PipelineSpec, TrainedModel } from './contract/ml-artifacts.ts';
export { plainRows } from './kit/plain-rows.ts';
export type {
  DelimitedCells,
  DocumentFormat,
  DocumentLayout,
  DocumentSave,
  ModelSave,
  Outcome,
  Counting,
  Rejects,
  Result,
  Save,
  TableSave,
} from './contract/results.ts';
export { loadCatalogue, loadProcessors, typeOf, type ProcessorCatalogue } from './catalogue.ts';
export type { SaveLines } from './contract/results.ts';
export { splitLine } from './read/_split-line.ts';
export { positionUnit, rowsInOrderOf, unitOf, type Unit } from './kit/unit.ts';
export { withOneZero } from './kit/zero.ts';
export { isLeftToSpark } from './kit/guard.ts';
