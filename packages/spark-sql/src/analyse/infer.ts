import { analyse } from './expression.ts';
import { analyseQuery, emptyScope } from './query.ts';
import { newNotes } from './notes.ts';
import { parseExpression, parseQuery } from '../parse/parse.ts';
import type { TableInfo } from './scope.ts';
import { scopeColumns, tableMap, type Tables } from './tables.ts';
import type { Schema, SparkType } from '../ast/types.ts';

/** The columns that a query gives, with type `unknown` if only the engine can tell, and how its rows stand. */
export function inferQuery(sql: string, tables: Tables): TableInfo {
  const { columns, order, unique, sortKeys } = analyseQuery(parseQuery(sql), tableMap(tables), newNotes());
  return { columns, order, unique, sortKeys };
}

/** The type of an expression over columns; `unknown` if only the engine can tell. */
export function inferExpression(sql: string, columns: Schema): SparkType {
  const scope = emptyScope(new Map(), newNotes());
  scope.columns = scopeColumns(columns);
  return analyse(parseExpression(sql), scope);
}
