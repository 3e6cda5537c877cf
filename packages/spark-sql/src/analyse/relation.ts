import type { Expr, LateralView, Relation } from '../ast/ast.ts';
import { analyse } from './expression.ts';
import { widest } from './coerce.ts';
import { generatedColumns } from './generated-columns.ts';
import { conditionKind, uniqueOfJoin, usedColumns } from './join-condition.ts';
import type { Scope, ScopeColumn, Source } from './scope.ts';
import { sameType, type Schema, simple, unknownType } from '../ast/types.ts';

const qualify = (columns: Schema, qualifier: string | undefined, names: string[]): readonly ScopeColumn[] =>
  columns.map((c, i) => ({ qualifier, name: names[i] ?? c.name, type: c.type }));

/** The columns of a relation; notes what it is made of. `outer` is what a LATERAL part may see. */
export function analyseRelation(relation: Relation, outer: Scope): Source {
  const { keys } = outer.notes;
  switch (relation.kind) {
    case 'table': {
      const name = relation.name.join('.');
      const table = outer.tables.get(name.toLowerCase());
      if (!table) {
        keys.add(`table:not-found:${name}`);
        return { columns: [], order: 'none' };
      }
      if (table.name !== name) keys.add('table:case-differs');
      if (relation.columns.length) keys.add('alias:columns');
      const { rowsOf, ...rest } = table;
      return {
        ...rest,
        columns: qualify(table.columns, relation.alias ?? name, relation.columns),
        ...(relation.columns.length === 0 && rowsOf !== undefined ? { rowsOf } : {}),
      };
    }
    case 'derived': {
      if (relation.lateral) keys.add('join:lateral');
      if (relation.columns.length) keys.add('alias:columns');
      const enclosing = relation.lateral ? outer : outer.outer;
      const info = outer.rules.query(relation.query, outer, enclosing, 'named');
      if (info.correlated) outer.touch.outer = true;
      // columns with new names may have the old names of others
      const unique = relation.columns.length > 0 ? undefined : info.unique;
      return { ...info, unique, columns: qualify(info.columns, relation.alias, relation.columns) };
    }
    case 'values':
      keys.add('from:values');
      return {
        columns: qualify(valuesColumns(relation.rows, outer), relation.alias, relation.columns),
        order: 'none',
      };
    case 'function': {
      if (relation.lateral) keys.add('join:lateral');
      const columns =
        relation.call.name === 'range'
          ? rangeColumns(relation.call.args, outer)
          : generatedColumns(relation.call, outer);
      return { columns: qualify(columns, relation.alias, relation.columns), order: 'none' };
    }
    case 'join':
      return join(relation, outer);
    case 'pivot':
    case 'unpivot':
      analyseRelation(relation.input, outer);
      keys.add(`unknown:${relation.kind}`);
      return { columns: [], order: 'none' };
    case 'sample':
      keys.add('unrepeatable:tablesample');
      return { ...analyseRelation(relation.input, outer), order: 'none' };
    case 'given':
      return relation.source;
    case 'unknown':
      keys.add(`unknown:${relation.text.slice(0, 60)}`);
      return { columns: [], order: 'none' };
  }
}

function rangeColumns(args: Expr[], scope: Scope): Schema {
  for (const arg of args) analyse(arg, scope);
  scope.notes.keys.add('from:range');
  return [{ name: 'id', type: simple('long') }];
}

/** The columns `col1`, `col2`, … of VALUES, each of the widest type of its cells. */
export function valuesColumns(rows: Expr[][], scope: Scope): Schema {
  const types = rows.map((row) => row.map((cell) => analyse(cell, scope)));
  const width = Math.max(...types.map((row) => row.length));
  return Array.from({ length: width }, (_, i) => {
    const column = types.map((row) => row[i] ?? unknownType);
    if (!column.every((type) => sameType(type, column[0] ?? unknownType))) scope.notes.keys.add('values:mixed-types');
    return { name: `col${i + 1}`, type: widest(column) };
  });
}

export function join(relation: Relation & { kind: 'join' }, outer: Scope): Source {
  const { keys } = outer.notes;
  const left = analyseRelation(relation.left, outer);
  const right = analyseRelation(relation.right, { ...outer, columns: left.columns, outer: outer.outer });
  const all = [...left.columns, ...right.columns];
  const half = relation.how === 'semi' || relation.how === 'anti';
  const shared = relation.natural ? sharedNames(left.columns, right.columns) : relation.using;
  if (shared) {
    keys.add(`join:${relation.how}:${relation.natural ? 'natural' : 'using'}`);
    const columns = using(shared, left.columns, right.columns, relation.how === 'right', outer);
    const unique = uniqueOfJoin({ how: relation.how, shared }, left, right);
    return { columns: half ? left.columns : columns, order: 'free', unique };
  }
  const scope: Scope = { ...outer, columns: all };
  if (relation.on) analyse(relation.on, scope);
  keys.add(`join:${relation.how}:${relation.on ? conditionKind(relation.on, left.columns, right.columns) : 'none'}`);
  return { columns: half ? left.columns : all, order: 'free', unique: uniqueOfJoin(relation, left, right) };
}

function sharedNames(left: readonly ScopeColumn[], right: readonly ScopeColumn[]): string[] {
  const names = new Set(right.map((c) => c.name.toLowerCase()));
  return left.filter((c) => !c.hidden && names.has(c.name.toLowerCase())).map((c) => c.name);
}

/** USING: the shared columns once and first; each side's own copy answers to its qualifier only. */
function using(
  names: string[],
  left: readonly ScopeColumn[],
  right: readonly ScopeColumn[],
  fromRight: boolean,
  scope: Scope,
): readonly ScopeColumn[] {
  const lower = new Set(names.map((n) => n.toLowerCase()));
  const isShared = (c: ScopeColumn): boolean => lower.has(c.name.toLowerCase()) && !c.hidden;
  const usingColumns = names.map((name) => {
    const find = (side: readonly ScopeColumn[]): ScopeColumn | undefined =>
      side.find((c) => !c.hidden && c.name.toLowerCase() === name.toLowerCase());
    const [a, b] = [find(left), find(right)];
    const type = a && b ? widest([a.type, b.type]) : unknownType;
    if (!a || !b) scope.notes.keys.add(`column:not-found:${name}`);
    else scope.notes.keys.add(`op:=(${usedColumns(a.type)},${usedColumns(b.type)})`);
    return { name: (fromRight ? b : a)?.name ?? name, type };
  });
  const hidden = [...left, ...right].filter(isShared).map((c) => ({ ...c, hidden: true }));
  return [...usingColumns, ...left.filter((c) => !isShared(c)), ...right.filter((c) => !isShared(c)), ...hidden];
}

/** Adds the columns of LATERAL VIEWs to a scope, one after the other. */
export function addLateralViews(views: LateralView[], scope: Scope): void {
  for (const view of views) {
    scope.notes.keys.add(`lateral-view${view.outer ? ':outer' : ''}`);
    scope.columns = [...scope.columns, ...qualify(generatedColumns(view.call, scope), view.table, view.columns)];
  }
}
