import { descriptorColumns, descriptorText, type Json, type JsonObject, type SchemaColumn } from '@millrace/workflow';
import { Problem } from '../problems.ts';

/**
 * The columns that a save means. Clients send the schema twice, as a text and as a model, and change only one of them:
 * the one that differs from what is stored counts, the text if both do. Neither given: the stored ones stay.
 */
export function submittedColumns(input: JsonObject, stored: Json | undefined): readonly SchemaColumn[] {
  const { datasetSchema, schemaModel } = input;
  if (datasetSchema === undefined && schemaModel === undefined) return columnsIn(stored, 'the stored schema');
  const text = columnsIn(datasetSchema, 'datasetSchema');
  const model = columnsIn(schemaModel, 'schemaModel');
  if (text.length === 0) return model;
  return model.length > 0 && descriptorText(text) === stored ? model : text;
}

/** Columns of a descriptor, be it text, lists or a model. */
export function columnsIn(schema: Json | undefined, name: string): readonly SchemaColumn[] {
  const read = descriptorColumns(schema);
  if (read.ok) return read.columns;
  throw new Problem('UNPROCESSABLE', `${name} cannot be read: ${read.fault}`);
}
