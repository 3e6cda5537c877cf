import { functions as F, type DataFrame } from '@millrace/spark-connect';
import { uniqueNames } from './columns.ts';

/** Rows per value of a column, in the order of the values, null (a group of its own) first. */
export function countsOf(
  input: DataFrame,
  column: string,
): { readonly rows: DataFrame; readonly x: string; readonly y: string } {
  const [x = column, y = 'count'] = uniqueNames([column, 'count'], '_');
  const rows = input.groupBy(F.columnNamed(column).alias(x)).agg(F.count().alias(y)).orderBy(F.columnNamed(x));
  return { rows, x, y };
}
