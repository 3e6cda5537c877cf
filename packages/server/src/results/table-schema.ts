import { typeOfName, type StructType } from '@millrace/spark-connect';

/** The schema of a table by the columns that its output states; one whose type cannot be read is taken for JSON. */
export const schemaOf = (columns: readonly { readonly name: string; readonly type: string }[]): StructType => ({
  kind: 'struct',
  fields: columns.map(({ name, type }) => ({ name, type: typeOfName(type), nullable: true })),
});
