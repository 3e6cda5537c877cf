import { analyse } from '../analyse/expression.ts';
import { analyseQuery, emptyScope } from '../analyse/query.ts';
import { newNotes, type Splice } from '../analyse/notes.ts';
import { parseExpression, parseQuery } from '../parse/parse.ts';
import { scopeColumns, tableMap, type Tables } from '../analyse/tables.ts';
import type { Schema } from '../ast/types.ts';

/** A text for Sail and, in words, what was changed in it. */
export type RewrittenSql = { sql: string; changes: string[] };

/**
 * The query as Sail needs it to give Spark's rows, where Spark sees no difference: decimal literals in the branches of
 * CASE, IF, COALESCE, NVL, GREATEST, LEAST whose result is double become double literals (`0.0` → `0.0D`), fractions
 * to order by have one zero and one NaN, and long decimals are bounded (`wide-decimals.ts`).
 * All else is left as it stands.
 */
export function rewriteForSail(sql: string, tables: Tables): RewrittenSql {
  const notes = newNotes();
  analyseQuery(parseQuery(sql), tableMap(tables), notes);
  return applySplices(sql, notes.splices);
}

/** As {@link rewriteForSail} for an expression string over columns. */
export function rewriteExpressionForSail(sql: string, columns: Schema): RewrittenSql {
  const notes = newNotes();
  const scope = emptyScope(new Map(), notes);
  scope.columns = scopeColumns(columns);
  analyse(parseExpression(sql), scope);
  return applySplices(sql, notes.splices);
}

export function applySplices(sql: string, splices: Splice[]): RewrittenSql {
  // an expression may have been looked at twice
  const unique = new Map(splices.map((s) => [`${s.start}-${s.end} ${s.wrap?.of ?? ''}`, s]));
  const sorted = [...unique.values()].map((splice, index) => ({ ...splice, index })).toSorted(byPosition);
  const changes = sorted.map((s) => `${sql.slice(s.start, s.end)} → ${s.text} at ${s.start + 1}`);
  const text = sorted.reduceRight((done, s) => done.slice(0, s.start) + s.text + done.slice(s.end), sql);
  return { sql: text, changes };
}

type NumberedSplice = Splice & { index: number };

/** By place; what wraps an outer expression, noted later, further away from it than what wraps an inner one. */
const byPosition = (a: NumberedSplice, b: NumberedSplice): number =>
  a.start - b.start || a.end - b.end || (a.wrap?.side === 'before' ? b.index - a.index : a.index - b.index);
