import { functions as F, type DataFrame } from '@millrace/spark-connect';
import { uniqueNames } from './columns.ts';
import type { Result } from '../contract/results.ts';

/** Rows per value of a column, in the order of the values, null (a group of its own) first. */
export function countsOf(
  input: DataFrame,
  column: string,
): { readonly rows: DataFrame; readonly x: string; readonly y: string } {
  const [x = column, y = 'count'] = uniqueNames([column, 'count'], '_');
  const rows = input.groupBy(F.columnNamed(column).alias(x)).agg(F.count().alias(y)).orderBy(F.columnNamed(x));
  return { rows, x, y };
}

/** The most frequent values of a column with their counts, equally frequent ones in their own order, null among them. */
export function frequentValues(input: DataFrame, column: string, limit: number): Extract<Result, { type: 'table' }> {
  const { rows, x, y } = countsOf(input, column);
  const data = rows.orderBy(F.columnNamed(y).desc(), F.columnNamed(x)).limit(limit);
  return { type: 'table', title: `Values of ${column}`, data, limit };
}
