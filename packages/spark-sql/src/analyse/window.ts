import type { Call, SortItem, WindowSpec } from '../ast/ast.ts';
import { family, type SparkType } from '../ast/types.ts';
import { fractionIn, hasOneZero, isFraction, oneZeroAround } from '../rewrite/one-zero.ts';
import { orderDependent } from './aggregate.ts';
import { isAggregate } from './function-types.ts';
import { windowRules } from './functions.ts';
import type { Splice } from './notes.ts';
import type { Scope } from './scope.ts';

const positional = new Set('row_number ntile lag lead nth_value'.split(' '));

export function overWindow(expr: Call, argumentsText: string, scope: Scope): void {
  const { keys } = scope.notes;
  const spec = windowSpec(expr, scope);
  const framed =
    spec.frame !== undefined && !/unbounded preceding and (current row|unbounded following)$/.test(spec.frame);
  const reach = !spec.order.length && !spec.frame ? 'whole' : framed ? 'framed' : 'running';
  const text = expr.args.some((arg) => arg.kind === 'star') ? '*' : argumentsText;
  const kind = windowRules.has(expr.name) || expr.name === 'count' ? '' : isAggregate(expr.name) ? '' : 'unknown ';
  keys.add(`window:${kind}${expr.name}(${expr.distinct ? 'distinct ' : ''}${text}):${reach}`);
  if (expr.nulls) keys.add(`window:${expr.name}:${expr.nulls}-nulls`);
  if (expr.filter) keys.add('window:filter');
  if (expr.filter) scope.rules.expression(expr.filter, scope);
  keys.add(spec.partition.length ? 'over:partition' : 'over:everything');
  for (const key of spec.partition) {
    const type = scope.rules.expression(key, scope);
    if (isFraction(type) && !hasOneZero(key) && !noteSplices(oneZeroAround(key, type.kind), scope))
      keys.add('over:partition:fraction');
  }
  for (const item of spec.order) {
    const type = scope.rules.expression(item.arg, scope);
    sortKey(item, type, scope, 'over');
    if (!isFraction(type) || hasOneZero(item.arg)) continue;
    if (item.message !== undefined) scope.notes.oneZero.set(item.message, type.kind);
    else if (!noteSplices(oneZeroAround(item.arg, type.kind), scope)) keys.add('over:two-zeros');
  }
  if (spec.frame) keys.add(`frame:${spec.frame}`);
  const countsRows = positional.has(expr.name) || orderDependent.has(expr.name) || spec.frame?.startsWith('rows');
  if (!countsRows || distinguishesRows(spec, scope)) return;
  const apart = spec.order.length === 0 ? undefined : columnsOf(spec, scope);
  if (apart === undefined || scope.rowsOf === undefined) keys.add(`over:${spec.order.length ? 'ties' : 'unordered'}`);
  else scope.notes.apart.push({ input: scope.rowsOf, columns: apart });
}

/** Notes changes of the text; false if the list is empty. */
function noteSplices(splices: readonly Splice[], { notes }: Scope): boolean {
  notes.splices.push(...splices);
  return splices.length > 0;
}

/** The columns that a window parts and orders rows by; undefined if a key is more than a column. */
function columnsOf(spec: WindowSpec, scope: Scope): string[] | undefined {
  const names = [...spec.partition, ...spec.order.map((item) => item.arg)].map((key) => {
    const column = fractionIn(key) ?? key;
    const name = column.kind === 'column' && column.path.length <= 2 ? column.path.at(-1)?.toLowerCase() : undefined;
    const isOne = scope.columns.filter((c) => !c.hidden && c.name.toLowerCase() === name).length === 1;
    const isOfStruct =
      column.kind === 'column' && column.path.length === 2 && !isQualifier(column.path[0] ?? '', scope);
    return isOne && !isOfStruct ? name : undefined;
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}

const isQualifier = (name: string, { columns }: Scope): boolean =>
  columns.some((c) => c.qualifier?.toLowerCase() === name.toLowerCase());

/** True when the partition and order keys leave no two rows equal. */
function distinguishesRows(spec: WindowSpec, scope: Scope): boolean {
  const names = [...spec.partition, ...spec.order.map((item) => item.arg)].map((key) =>
    key.kind === 'column' ? key.path.at(-1)?.toLowerCase() : undefined,
  );
  return scope.unique?.every((name) => names.includes(name)) ?? false;
}

function windowSpec(expr: Call, scope: Scope): WindowSpec {
  const spec = expr.over ?? { partition: [], order: [] };
  const base = spec.name === undefined ? undefined : scope.windows.get(spec.name.toLowerCase());
  if (spec.name !== undefined) scope.notes.keys.add(base ? 'over:named' : 'unknown:window name');
  if (!base) return spec;
  return {
    partition: spec.partition.length ? spec.partition : base.partition,
    order: spec.order.length ? spec.order : base.order,
    frame: spec.frame ?? base.frame,
  };
}

/** Notes the sort keys: type, direction, and where nulls go when the text says so. */
export function sortKeys(items: SortItem[], scope: Scope, key: 'within'): void {
  for (const item of items) sortKey(item, scope.rules.expression(item.arg, scope), scope, key);
}

export function sortKey(item: SortItem, type: SparkType, scope: Scope, key: string): void {
  const nulls = item.nulls ? `:nulls-${item.nulls}` : '';
  scope.notes.keys.add(`${key}:${family(type)}${item.descending ? ':desc' : ''}${nulls}`);
}
