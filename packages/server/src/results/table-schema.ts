import { parseType, type DataType, type StructType } from '@millrace/spark-connect';

/** The schema of a table by the columns that its output states. */
export const schemaOf = (columns: readonly { readonly name: string; readonly type: string }[]): StructType => ({
  kind: 'struct',
  fields: columns.map(({ name, type }) => ({ name, type: typeOf(type), nullable: true })),
});

function typeOf(name: string): DataType {
  try {
    return parseType(name);
  } catch {
    // names of fields that are no words: such a column is taken for JSON
    return { kind: 'unsupported', name };
  }
}
