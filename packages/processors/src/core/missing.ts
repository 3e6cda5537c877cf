import type { Column, DataType } from '@millrace/spark-connect';

const floating = (type: DataType): boolean => type.kind === 'float' || type.kind === 'double';

/** Whether a cell has a value: not null and, for floating-point numbers, not NaN. Source: Spark, `DataFrameNaFunctions`. */
export const hasValue = (column: Column, type: DataType): Column =>
  floating(type) ? column.isNotNull().and(column.isNaN().not()) : column.isNotNull();

/** The opposite of {@link hasValue}. */
export const isMissing = (column: Column, type: DataType): Column =>
  floating(type) ? column.isNull().or(column.isNaN()) : column.isNull();
