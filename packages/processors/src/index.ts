export type { KnownAggregates } from './core/known-aggregates.ts';
export type { JsonDocuments, JsonFacts } from './core/json-facts.ts';
export type { CsvFacts, CsvFormat, CsvQuirk, LineEnd } from './core/csv-facts.ts';
export { FieldError, castTypes, type StoredFields } from './core/fields.ts';
export {
  type Context,
  type Example,
  type ExampleTable,
  type FetchedText,
  type Files,
  type FileKind,
  type ParquetSchema,
  type XmlElements,
  type Location,
  type Need,
  type Page,
  type Processor,
  type Surroundings,
} from './core/processor.ts';
export type { ModelFacts } from './core/model-facts.ts';
export { isReference, type ModelRegistry, type ModelWish, type RegisteredModel } from './core/registered.ts';
export { hasShortYear } from './core/date-reading.ts';
export { versionName } from './core/version-name.ts';
export type { Python, PythonAnswer, PythonRequest } from './core/python.ts';
export {
  isStillToPredict,
  once,
  predictive,
  type FittedModel,
  type Learned,
  type Recipe,
  type TrainedModel,
} from './core/learned.ts';
export { plainRows } from './core/plain-rows.ts';
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
} from './core/results.ts';
export { loadCatalogue, loadProcessors, typeOf, type ProcessorCatalogue } from './catalogue.ts';
export type { SaveLines } from './core/save-lines.ts';
export { splitLine } from './core/split-line.ts';
export { positionUnit, rowsInOrderOf, unitOf, type Unit } from './core/unit.ts';
export { withOneZero } from './core/zero.ts';
export { isLeftToSpark } from './core/guard.ts';
