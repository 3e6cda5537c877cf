import { typeName, type DataType, type StructField, type StructType } from '@millrace/spark-connect';
import { requireColumns } from './columns.ts';
import { FieldError } from './field-error.ts';

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
  remedy = 'choose a column of numbers, or cast it before this node',
): StructField[] =>
  requireColumns(schema, names, field).map((column) => {
    if (isNumber(column.type)) return column;
    throw new FieldError(
      field,
      `"${field}" names the column "${column.name}", which is of type ${typeName(column.type)} and holds no numbers`,
      remedy,
    );
  });
