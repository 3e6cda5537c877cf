import type { Body, Expr, Query } from '../ast/ast.ts';
import { analyse } from './expression.ts';
import { analyseRelation, valuesColumns } from './relation.ts';
import { analyseSelect } from './select.ts';
import { wider } from './coerce.ts';
import type { Notes } from './notes.ts';
import { fractionIn, hasOneZero, isFraction, oneZeroAround, sortColumn } from '../rewrite/one-zero.ts';
import { cutOf } from './query-cut.ts';
import { ordinalInList } from './order-columns.ts';
import {
  newScope,
  type BodyInfo,
  type QueryInfo,
  type RowOrder,
  type Rules,
  type Scope,
  type TableInfo,
} from './scope.ts';
import { sortKey } from './window.ts';
import { family, sameType, unknownType } from '../ast/types.ts';

const rules: Rules = {
  expression: analyse,
  query: (query, { tables, notes }, outer, columns) => analyseQuery(query, tables, notes, outer, columns),
};

/** A scope without columns, for expressions over these tables. */
export const emptyScope = (tables: Scope['tables'], notes: Notes): Scope => newScope(tables, notes, rules);

/**
 * The table that a query gives over the tables it may name. Notes its constructs. `nameless`: its columns' names are not seen.
 * `checksCut`: where rows may tie at its LIMIT, that is given as `cut`, to be checked in the run.
 */
export function analyseQuery(
  query: Query,
  tables: Scope['tables'],
  notes: Notes,
  outer?: Scope,
  columns: 'named' | 'nameless' = 'named',
  checksCut = false,
): QueryInfo {
  const visible = new Map(tables);
  if (query.recursive) notes.keys.add('unknown:recursive');
  for (const cte of query.with) {
    notes.keys.add('cte');
    if (cte.columns.length) notes.keys.add('alias:columns');
    const info = analyseQuery(cte.query, visible, notes, outer);
    visible.set(cte.name.toLowerCase(), {
      ...info,
      columns: info.columns.map((c, i) => ({ ...c, name: cte.columns[i] ?? c.name })),
      name: cte.name,
      unique: cte.columns.length ? undefined : info.unique,
    });
  }
  const scope = { ...newScope(visible, notes, rules, outer), nameless: columns === 'nameless' };
  const body = analyseBody(query.body, scope);
  const { order, sortKeys } = analyseOrder(query, body);
  // the caller finds out whether rows tie at the cut
  const checked =
    checksCut && order === 'ties' && sortKeys !== undefined && body.through !== true ? cutOf(query) : undefined;
  if (checked !== undefined) notes.keys.add('cut:total');
  else if (query.limit) noteCut(query.limit, order, body, scope);
  if (query.offset) noteCut(query.offset, order, body, scope);
  if (query.offset) notes.keys.add('offset');
  const below = body.through === true && order === body.order && (order === 'ties' || order === 'total');
  return {
    columns: body.columns,
    order,
    unique: body.unique,
    below,
    sortKeys,
    correlated: scope.touch.outer,
    ...(checked === undefined ? {} : { cut: checked }),
  };
}

function analyseBody(body: Body, scope: Scope): BodyInfo {
  switch (body.kind) {
    case 'select':
      return { ...analyseSelect(body, scope), simple: !body.distinct };
    case 'nested': {
      const info = analyseQuery(body.query, scope.tables, scope.notes, scope.outer);
      if (info.correlated) scope.touch.outer = true;
      return { ...info, scope, through: info.order === 'ties' || info.order === 'total' };
    }
    case 'relation': {
      if (body.relation.kind !== 'given') scope.notes.keys.add('from:table-statement');
      const source = analyseRelation(body.relation, scope);
      return { ...source, columns: source.columns.filter((c) => !c.hidden), scope };
    }
    case 'values':
      scope.notes.keys.add('from:values');
      return { columns: valuesColumns(body.rows, scope), order: 'none', scope };
    case 'set':
      return analyseSet(body, scope);
    case 'unknown':
      scope.notes.keys.add(`unknown:${body.text.slice(0, 60)}`);
      return { columns: [], order: 'none', scope };
  }
}

function analyseSet(body: Body & { kind: 'set' }, scope: Scope): BodyInfo {
  const { notes } = scope;
  const left = analyseQuery(body.left, scope.tables, notes, scope.outer);
  const right = analyseQuery(body.right, scope.tables, notes, scope.outer);
  if (left.correlated || right.correlated) scope.touch.outer = true;
  notes.keys.add(`set:${body.op}${body.all ? '-all' : ''}${body.byName ? ':by-name' : ''}`);
  if (left.columns.length !== right.columns.length) notes.keys.add('unknown:set of other width');
  const columns = left.columns.map((c, i) => {
    const other = body.byName
      ? right.columns.find((r) => r.name.toLowerCase() === c.name.toLowerCase())
      : right.columns[i];
    if (!other) return c;
    if (!sameType(c.type, other.type)) notes.keys.add(`set:widen(${family(c.type)},${family(other.type)})`);
    return { name: c.name, type: wider(c.type, other.type) };
  });
  if (!body.all) for (const c of columns) notes.keys.add(`distinct:${family(c.type)}`);
  const isFree = !body.all || (left.order === 'free' && right.order === 'free');
  return {
    columns,
    order: isFree ? 'free' : 'none',
    unique: body.all ? undefined : columns.map((c) => c.name.toLowerCase()),
    scope,
  };
}

/** Analyses ORDER BY and tells how the rows stand after it. */
function analyseOrder(query: Query, body: BodyInfo): Pick<TableInfo, 'order' | 'sortKeys'> {
  const { notes } = body.scope;
  if (query.partitionOrder) notes.keys.add(`order:within-partitions`);
  if (query.orderAll) notes.keys.add('order:all');
  if (!query.order.length) return { order: query.partitionOrder || query.orderAll ? 'none' : body.order };
  const output: Scope = {
    ...body.scope,
    columns: body.columns,
    aliases: new Map(),
    outer: body.scope,
    touch: { outer: false },
  };
  const last = query.order.at(-1);
  const sortKeys: string[] = [];
  const names = query.order.map((item) => {
    const ordinal =
      item.arg.kind === 'literal' && item.arg.type.kind === 'integer' ? Number(item.arg.value) : undefined;
    if (ordinal !== undefined) {
      notes.keys.add('order:ordinal');
      const column = body.columns[ordinal - 1];
      sortKey(item, column?.type ?? unknownType, output, 'sort');
      if (column !== undefined && item !== last && isFraction(column.type)) notes.keys.add('sort:two-zeros');
      if (column !== undefined) sortKeys.push(column.name);
      return column?.name.toLowerCase();
    }
    output.touch.outer = false;
    const type = analyse(item.arg, output);
    if (output.touch.outer) notes.keys.add('order:by-input-column');
    sortKey(item, type, output, 'sort');
    if (isFraction(type) && !hasOneZero(item.arg)) {
      // Sail looks for input columns of a group inside an expression in vain
      const canChange = body.simple === true && !output.touch.outer && item.arg.kind === 'column';
      const changes = canChange ? oneZeroAround(item.arg, type.kind) : [];
      notes.splices.push(...changes);
      if (changes.length === 0 && item !== last) notes.keys.add('sort:two-zeros');
    }
    const listOrdinal = ordinalInList(fractionIn(item.arg) ?? item.arg, query.body);
    const repeated = listOrdinal === undefined ? undefined : body.columns[listOrdinal - 1]?.name.toLowerCase();
    if (repeated !== undefined && body.columns.filter((c) => c.name.toLowerCase() === repeated).length === 1) {
      sortKeys.push(repeated);
      return repeated;
    }
    const name = sortColumn(item.arg, [...output.columns, ...body.scope.columns]);
    if (name !== undefined && !output.touch.outer) sortKeys.push(name);
    return name?.toLowerCase();
  });
  if (body.unique?.every((name) => names.includes(name)) === true) return { order: 'total' };
  return { order: 'ties', sortKeys: sortKeys.length === query.order.length ? sortKeys : undefined };
}

/** LIMIT and OFFSET cut the rows: the key tells what is known of their order at the cut. */
function noteCut(expr: Expr, order: RowOrder, body: BodyInfo, scope: Scope): void {
  const { keys } = scope.notes;
  if (expr.kind !== 'literal') keys.add('cut:computed');
  const below = body.through && order === body.order && (order === 'ties' || order === 'total');
  keys.add(body.unique?.length === 0 ? 'cut:single-row' : `cut:${order}${below ? ':below' : ''}`);
}
