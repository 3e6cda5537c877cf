import { functions as F, type Column, type DataType } from '@millrace/spark-connect';

/** Whether a number is NaN; false for null, which Sail's own `isnan` gives null for. */
function isNaN(column: Column, kind: 'float' | 'double'): Column {
  const nan = F.lit('NaN').cast(kind);
  return F.call('nanvl', column, nan).eqNullSafe(nan);
}

/** Whether a cell has a value: not null and, for floating-point numbers, not NaN. Source: Spark, `DataFrameNaFunctions`. */
export const hasValue = (column: Column, type: DataType): Column =>
  type.kind === 'float' || type.kind === 'double'
    ? column.isNotNull().and(isNaN(column, type.kind).not())
    : column.isNotNull();

/** The opposite of {@link hasValue}. */
export const isMissing = (column: Column, type: DataType): Column =>
  type.kind === 'float' || type.kind === 'double' ? column.isNull().or(isNaN(column, type.kind)) : column.isNull();
