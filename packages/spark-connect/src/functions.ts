import { call, callFunction, col, expr, lit, namedColumn, toColumn, Column, type ColumnLike, type ColumnOrName } from './column.ts';

export { call, col, expr, lit };
export { columnNamed } from './column.ts';

const onColumn = (name: string) => (column: ColumnOrName): Column => call(name, namedColumn(column));

export const sum = onColumn('sum');
export const avg = onColumn('avg');
export const min = onColumn('min');
export const max = onColumn('max');
export const stddev = onColumn('stddev');
export const variance = onColumn('variance');
export const skewness = onColumn('skewness');
export const kurtosis = onColumn('kurtosis');
export const collectList = onColumn('collect_list');
export const collectSet = onColumn('collect_set');
export const upper = onColumn('upper');
export const lower = onColumn('lower');
export const trim = onColumn('trim');
export const length = onColumn('length');
export const explode = onColumn('explode');
export const year = onColumn('year');
export const month = onColumn('month');
export const dayofmonth = onColumn('dayofmonth');
export const hour = onColumn('hour');
export const minute = onColumn('minute');
export const second = onColumn('second');

/** Number of rows (`*`) or of non-null values. */
export const count = (column: ColumnOrName = '*'): Column =>
  call('count', column === '*' ? lit(1) : namedColumn(column));
export const countDistinct = (...columns: ColumnOrName[]): Column =>
  callFunction('count', columns.map(namedColumn), true);
export const first = (column: ColumnOrName, ignoreNulls = false): Column =>
  call('first', namedColumn(column), ignoreNulls);
export const last = (column: ColumnOrName, ignoreNulls = false): Column => call('last', namedColumn(column), ignoreNulls);
/** Begins a CASE; go on with `.when(…)` and `.otherwise(…)`. */
export const when = (condition: Column, value: ColumnLike): Column => call('when', condition, toColumn(value));
export const coalesce = (...columns: ColumnOrName[]): Column => call('coalesce', ...columns.map(namedColumn));
export const concatWs = (separator: string, ...columns: ColumnOrName[]): Column =>
  call('concat_ws', separator, ...columns.map(namedColumn));
export const rowNumber = (): Column => call('row_number');
export const rank = (): Column => call('rank');
export const denseRank = (): Column => call('dense_rank');
export const monotonicallyIncreasingId = (): Column => call('monotonically_increasing_id');
