import type { Query } from '../ast/ast.ts';
import { parseQuery } from '../parse/parse.ts';

/** How many of its sorted rows a query takes at most; undefined without ORDER BY, and for a LIMIT that is computed. */
export function cutOf({ order, partitionOrder, limit, offset }: Query): number | undefined {
  if (order.length === 0 || partitionOrder !== undefined || offset !== undefined) return undefined;
  if (limit?.kind !== 'literal' || limit.type.kind !== 'integer') return undefined;
  const rows = Number(limit.value);
  return rows >= 1 ? rows : undefined;
}

/** A query that takes one row more than its LIMIT says; undefined if {@link cutOf} is. */
export function withOneMore(text: string): string | undefined {
  const query = parseQuery(text);
  const rows = cutOf(query);
  if (rows === undefined || query.limit === undefined || rows >= maxRows) return undefined;
  const { start, end } = query.limit.span;
  return `${text.slice(0, start)}${rows + 1}${text.slice(end)}`;
}

/** The most rows that a limit can name. */
const maxRows = 2 ** 31 - 1;
