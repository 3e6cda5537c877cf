import { fractionIn } from './one-zero.ts';
import { parseQuery } from './parse-query.ts';

/** A key of ORDER BY: a column of the result by its name or its place, from 1. */
export interface SortColumn {
  readonly column: string | number;
  readonly descending: boolean;
  readonly nulls?: 'first' | 'last';
}

/** The keys of a query's ORDER BY; undefined without one, and where a key is more than a column of the result. */
export function columnsOfOrder(text: string): readonly SortColumn[] | undefined {
  const { order, partitionOrder } = parseQuery(text);
  if (order.length === 0 || partitionOrder !== undefined) return undefined;
  const keys: SortColumn[] = [];
  for (const { arg, descending, nulls } of order) {
    const key = fractionIn(arg) ?? arg;
    const [name, ...others] = key.kind === 'column' ? key.path : [];
    const place = key.kind === 'literal' && key.type.kind === 'int' ? Number(key.value) : undefined;
    const column = others.length === 0 ? (name ?? place) : undefined;
    if (column === undefined) return undefined;
    keys.push({ column, descending, ...(nulls === undefined ? {} : { nulls }) });
  }
  return keys;
}
