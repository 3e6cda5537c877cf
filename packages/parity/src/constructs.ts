import {
  analyse,
  analyseQuery,
  newNotes,
  emptyScope,
  scopeColumns,
  tableMap,
  type Tables,
} from '@millrace/spark-sql/analyse';
import { parseExpression, parseQuery, tokenize } from '@millrace/spark-sql/parse';
import type { Schema } from '@millrace/spark-sql/ast';

/**
 * The constructs of a query over typed tables, as sorted keys of the compatibility matrix: `fn:upper(string)`,
 * `agg:avg(double)`, `op:/(double,int#)`, `cast:string->double`, `case:decimal|double`, `join:left:equi`,
 * `limit:none`. What is not known gives a key that no proof can hold.
 */
export function constructsOf(sql: string, tables: Tables): string[] {
  const notes = newNotes();
  if (tokenize(sql).oddComment) notes.keys.add('comment:odd');
  analyseQuery(parseQuery(sql), tableMap(tables), notes);
  return [...notes.keys].toSorted();
}

/** As {@link constructsOf} for an expression string over columns. */
export function constructsOfExpression(sql: string, columns: Schema): string[] {
  const notes = newNotes();
  if (tokenize(sql).oddComment) notes.keys.add('comment:odd');
  const scope = emptyScope(new Map(), notes);
  scope.columns = scopeColumns(columns);
  analyse(parseExpression(sql), scope);
  return [...notes.keys].toSorted();
}
