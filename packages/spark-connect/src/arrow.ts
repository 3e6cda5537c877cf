export { decodeBatch, type RecordBatch } from './arrow/batch.ts';
export { withoutDictionaries } from './arrow/dictionaries.ts';
export { encodeRows } from './arrow/encode.ts';
export { schemaOfArrow } from './arrow/schema.ts';
