import type { Scope, ScopeColumn, TableInfo } from './scope.ts';
import type { Schema } from '../ast/types.ts';

/** The input tables of a query by the names that it uses: columns, or columns with what is known of the rows. */
export type Tables = Record<string, Schema | TableInfo>;

/** Tables by lower-case name, as scopes hold them. */
export function tableMap(tables: Tables): Scope['tables'] {
  return new Map(
    Object.entries(tables).map(([name, table]) => {
      const info: TableInfo = 'order' in table ? table : { columns: table, order: 'none' };
      return [name.toLowerCase(), { ...info, name }];
    }),
  );
}

/** Columns without a qualifier. */
export const scopeColumns = (columns: Schema): readonly ScopeColumn[] =>
  columns.map((c) => ({ name: c.name, type: c.type }));
