import { analyse } from './expression.ts';
import { analyseQuery } from './query.ts';
import { newNotes } from './notes.ts';
import { parseExpression } from '../parse/expression.ts';
import { parseQuery } from '../parse/query.ts';
import { newScope, type TableInfo } from './scope.ts';
import { scopeColumns, tableMap, type Tables } from './tables.ts';
import type { Schema, SparkType } from '../ast/types.ts';

/** The columns that a query gives, with type `unknown` where only the engine can tell, and how its rows stand. */
export function inferQuery(sql: string, tables: Tables): TableInfo {
  const { columns, order, unique, sortKeys } = analyseQuery(parseQuery(sql), tableMap(tables), newNotes());
  return { columns, order, unique, sortKeys };
}

/** The type of an expression over columns; `unknown` where only the engine can tell. */
export function inferExpression(sql: string, columns: Schema): SparkType {
  const scope = newScope(new Map(), newNotes());
  scope.columns = scopeColumns(columns);
  return analyse(parseExpression(sql), scope);
}
