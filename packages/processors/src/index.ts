export { FieldError, castTypes, type StoredFields } from './core/fields.ts';
export {
  type CsvFacts,
  type Context,
  type Example,
  type ExampleTable,
  type Files,
  type Need,
  type Processor,
  type Surroundings,
} from './core/processor.ts';
export type { Chart, ChartKind, Encodings, Outcome, Rejects, Result, Save } from './core/results.ts';
export { loadCatalogue, type ProcessorCatalogue } from './catalogue.ts';
