import type { DataType, StructField, StructType } from '@millrace/spark-connect';
import { requireColumns } from './columns.ts';
import { wrongType } from './wrong-type.ts';

const kinds: ReadonlySet<DataType['kind']> = new Set([
  'byte',
  'short',
  'integer',
  'long',
  'float',
  'double',
  'decimal',
]);

export const isNumber = (type: DataType): boolean => kinds.has(type.kind);

/** The columns of these names. Throws a `FieldError` for one that is not there, or that holds no numbers, with a remedy. */
export const requireNumbers = (
  schema: StructType,
  names: readonly string[],
  field: string,
  remedy = 'choose a numeric column, or cast the column to a number before this node',
): StructField[] =>
  requireColumns(schema, names, field).map((column) => {
    if (isNumber(column.type)) return column;
    throw wrongType(column, field, 'must be numeric', remedy);
  });
