import { call, col, expr, namedColumn, toColumn, type Column, type ColumnLike, type ColumnOrName } from '../column.ts';
import { Aggregate_GroupType, type Relation } from '../proto.ts';
import { relation } from '../relation.ts';
import { sortOrder } from '../sort-order.ts';

/** Rows for which a condition (a column, or SQL text) is true. */
export function filter(input: Relation, condition: Column | string): Relation {
  const column = typeof condition === 'string' ? expr(condition) : condition;
  return relation({ case: 'filter', value: { input, condition: column.expression } });
}

/** Sorted rows; not global: within partitions. */
export function sort(input: Relation, columns: readonly ColumnOrName[], isGlobal: boolean): Relation {
  const order = columns.map((c) => sortOrder(namedColumn(c)));
  return relation({ case: 'sort', value: { input, order, isGlobal } });
}

/** The first rows. */
export const limit = (input: Relation, count: number): Relation =>
  relation({ case: 'limit', value: { input, limit: count } });

/** Without the first rows. */
export const offset = (input: Relation, count: number): Relation =>
  relation({ case: 'offset', value: { input, offset: count } });

/** The last rows. */
export const tail = (input: Relation, count: number): Relation =>
  relation({ case: 'tail', value: { input, limit: count } });

/** Rows without those equal to one before, in some columns or, where none is named, in all. */
export const deduplicate = (input: Relation, columnNames: readonly string[]): Relation =>
  relation({
    case: 'deduplicate',
    value: { input, ...(columnNames.length === 0 ? { allColumnsAsKeys: true } : { columnNames: [...columnNames] }) },
  });

/** Rows with advice for the optimizer. */
export const hint = (input: Relation, name: string, parameters: readonly ColumnLike[]): Relation =>
  relation({ case: 'hint', value: { input, name, parameters: parameters.map((p) => toColumn(p).expression) } });

/** Rows under a name that distinguishes their columns (`name.column`). */
export const alias = (input: Relation, name: string): Relation =>
  relation({ case: 'subqueryAlias', value: { input, alias: name } });

/** Rows whose metrics are computed while they pass by. */
export const observe = (input: Relation, name: string, metrics: readonly Column[]): Relation =>
  relation({ case: 'collectMetrics', value: { input, name, metrics: metrics.map((m) => m.expression) } });

/** One row with the number of rows. */
export const countRows = (input: Relation): Relation =>
  relation({
    case: 'aggregate',
    value: {
      input,
      groupType: Aggregate_GroupType.GROUPBY,
      aggregateExpressions: [call('count', col('*')).expression],
    },
  });

/** One row with the first rows drawn as text. */
export const showString = (input: Relation, numRows: number, truncate: number): Relation =>
  relation({ case: 'showString', value: { input, numRows, truncate } });
