import type { Expr, Grouping, Select } from '../ast/ast.ts';
import { analyse } from './expression.ts';
import { addLateralViews, analyseRelation } from './relation.ts';
import { autoName, noteAutoName } from './auto-name.ts';
import { hasSameText } from '../rewrite/double-literals.ts';
import { isAggregate } from './function-types.ts';
import { generators } from './functions.ts';
import { generatedColumns } from './generated-columns.ts';
import type { Splice } from './notes.ts';
import type { BodyInfo, RowOrder, Scope, ScopeColumn, Source } from './scope.ts';
import { type Column, family, unknownType } from '../ast/types.ts';
import { visitExpression } from '../ast/visit.ts';

/** Analyses one SELECT in a fresh scope over its tables. */
export function analyseSelect(select: Select, scope: Scope): BodyInfo {
  const { keys } = scope.notes;
  const sources = select.from.map((relation) => {
    const source = analyseRelation(relation, scope);
    scope.columns = [...scope.columns, ...source.columns];
    return source;
  });
  if (sources.length > 1) keys.add('join:comma');
  if (select.fromFirst) keys.add('from:first');
  addLateralViews(select.laterals, scope);
  for (const { name, spec } of select.windows) scope.windows.set(name.toLowerCase(), spec);
  for (const hint of select.hints) keys.add(`hint:${/^\w*/.exec(hint)?.[0].toLowerCase()}`);
  if (select.where) analyse(select.where, { ...scope, filtering: true });
  scope.groupingSets = setKeys(select.group);

  scope.unique = uniqueInside(select, sources);
  const isPlain = sources.length === 1 && select.group === undefined && select.laterals.length === 0;
  scope.rowsOf = isPlain ? sources[0]?.rowsOf : undefined;
  const outputs = select.items.map((item) => outputOf(item, scope));
  const columns = outputs.flat();
  if (select.group) analyseGroup(select.group, columns, select.items, scope);
  if (select.having) analyseHaving(select.having, select, columns, scope);
  if (select.distinct) for (const c of columns) keys.add(`distinct:${family(c.type)}`);
  return { columns, scope, ...rowsOf(select, sources, columns) };
}

/** The names of the keys of ROLLUP, CUBE and GROUPING SETS. */
function setKeys(group: Grouping | undefined): ReadonlySet<string> | undefined {
  if (!group || group.kind === 'plain' || group.kind === 'all') return undefined;
  const names = [...group.keys, ...group.sets.flat()].map((key) =>
    key.kind === 'column' ? key.path.at(-1) : undefined,
  );
  return new Set(names.flatMap((name) => (name === undefined ? [] : [name.toLowerCase()])));
}

/** The names that tell rows apart inside the select list: the group keys, or what the one source says. */
function uniqueInside(select: Select, sources: Source[]): string[] | undefined {
  if (!select.group) return sources.length === 1 && !select.laterals.length ? sources[0]?.unique : undefined;
  const names = select.group.keys.map((key) => (key.kind === 'column' ? key.path.at(-1)?.toLowerCase() : undefined));
  const columns = names.filter((name) => name !== undefined);
  return select.group.kind === 'plain' && columns.length === names.length ? columns : undefined;
}

/** The columns that an item of the select list gives. */
function outputOf(item: Expr, scope: Scope): Column[] {
  if (item.kind === 'star') return star(item, scope);
  const inner = item.kind === 'alias' ? item.arg : item;
  const names = item.kind === 'alias' ? item.names : [];
  if (inner.kind === 'call' && generators.has(inner.name)) {
    const columns = generatedColumns(inner, scope);
    return columns.map((c, i) => ({ ...c, name: names[i] ?? c.name }));
  }
  const { notes } = scope;
  const before = notes.splices.length;
  const type = analyse(item, scope);
  const [name] = names;
  if (name === undefined && scope.nameless !== true) {
    noteAutoName(inner, notes.keys);
    const own = notes.splices
      .slice(before)
      .flatMap((splice) => withName(splice, inner) ?? (hasSameText(splice) ? splice : []));
    notes.splices = [...notes.splices.slice(0, before), ...own];
  }
  if (name !== undefined) scope.aliases.set(name.toLowerCase(), type);
  return [{ name: name ?? autoName(inner), type }];
}

/** Functions that Spark names by their argument: `double(s)` is the column `s`. */
const namedByArgument: ReadonlySet<string> = new Set(['boolean', 'double', 'float']);

/** A change of a whole item that has no name, with the name that Spark gives the item as it stands. */
function withName(splice: Splice, item: Expr): Splice | undefined {
  const name = autoName(item);
  const isWhole = splice.start === item.span.start && splice.end === item.span.end;
  return isWhole && item.kind === 'call' && !namedByArgument.has(item.name) && /^[\w(), ]+$/.test(name)
    ? { ...splice, text: `${splice.text} as \`${name}\`` }
    : undefined;
}

function star(item: Expr & { kind: 'star' }, scope: Scope): Column[] {
  const { keys } = scope.notes;
  if (item.except) keys.add('unknown:star except');
  const [qualifier, ...rest] = item.qualifier;
  if (qualifier === undefined) return scope.columns.filter((c) => !c.hidden);
  const own = (c: ScopeColumn): boolean => c.qualifier?.toLowerCase() === qualifier.toLowerCase();
  const columns = scope.columns.filter(own);
  if (scope.columns.some((c) => c.hidden)) {
    keys.add('star:qualified-after-using');
    return columns.map((c) => ({ name: c.name, type: unknownType }));
  }
  if (rest.length || !columns.length) keys.add('unknown:star of a struct');
  return columns;
}

function analyseGroup(group: Grouping, columns: Column[], items: Expr[], scope: Scope): void {
  const { keys } = scope.notes;
  if (group.kind !== 'plain') keys.add(`group:${group.kind}`);
  for (const key of new Set([...group.keys, ...group.sets.flat()])) {
    const ordinal = key.kind === 'literal' && key.type.kind === 'integer' ? Number(key.value) : undefined;
    if (ordinal !== undefined) {
      keys.add('group:ordinal');
      keys.add(`group:${family(columns[ordinal - 1]?.type ?? unknownType)}`);
      if (items.some((item) => item.kind === 'star')) keys.add('unknown:ordinal behind a star');
      continue;
    }
    const plain: Scope = { ...scope, aliases: new Map() };
    const isAlias = key.kind === 'column' && key.path.length === 1 && !canResolve(key, plain);
    if (isAlias) keys.add('group:alias');
    if (key.kind !== 'column') keys.add('group:expression');
    keys.add(`group:${family(analyse(key, isAlias ? scope : plain))}`);
  }
}

function canResolve(key: Expr & { kind: 'column' }, scope: Scope): boolean {
  return scope.columns.some((c) => !c.hidden && c.name.toLowerCase() === key.path[0]?.toLowerCase());
}

function analyseHaving(having: Expr, select: Select, columns: Column[], scope: Scope): void {
  const { keys } = scope.notes;
  keys.add(select.group ? 'having' : 'having:without-group');
  if (scope.groupingSets) keys.add('grouping-sets:having');
  const aliases = new Map(columns.map((c) => [c.name.toLowerCase(), c.type]));
  analyse(having, { ...scope, aliases });
}

/** Order and uniqueness of the rows before any ORDER BY. */
function rowsOf(
  select: Select,
  sources: Source[],
  columns: Column[],
): { order: RowOrder; unique?: string[]; through?: boolean } {
  const names = columns.map((c) => c.name.toLowerCase());
  const inputs = new Set(sources.flatMap((s) => s.columns.map((c) => c.name.toLowerCase())));
  const plainColumns = plainNames(select, inputs);
  const stillUnique = (columnKeys: string[] | undefined): string[] | undefined =>
    columnKeys && !select.laterals.length && columnKeys.every((w) => plainColumns.has(w))
      ? columnKeys.map((w) => plainColumns.get(w) ?? w)
      : undefined;
  if (!select.from.length && !hasGenerator(select)) return { order: 'total', unique: [] };
  if (!select.group && hasAggregate(select)) return { order: 'total', unique: [] };
  if (select.group) {
    const keys = select.group.keys.map((key) =>
      key.kind === 'column' ? (key.path.at(-1)?.toLowerCase() ?? '') : ordinalName(key, names),
    );
    const unique = select.group.kind === 'plain' ? stillUnique(keys) : undefined;
    return { order: 'free', unique: unique ?? (select.distinct ? names : undefined) };
  }
  const [only] = sources;
  if (select.distinct) return { order: 'free', unique: names };
  if (sources.length > 1 && !select.laterals.length) return { order: 'free' };
  if (!only || select.laterals.length) return { order: 'none' };
  const sorted = only.order === 'ties' || only.order === 'total';
  if (hasGenerator(select)) {
    // the rows made of one follow each other in the order of its values
    const alone = only.unique?.length === 0;
    return { order: hasWindow(select) ? 'free' : alone ? 'input' : only.order, through: sorted && !alone };
  }
  const star = select.items.some((item) => item.kind === 'star');
  return {
    order: hasWindow(select) ? 'free' : only.order,
    unique: star ? only.unique : stillUnique(only.unique),
    through: sorted,
  };
}

const ordinalName = (key: Expr, names: string[]): string =>
  key.kind === 'literal' ? (names[Number(key.value) - 1] ?? '') : '\0';

/**
 * For each input column that the list hands on unchanged, and for each computed one that may be grouped by: the name that
 * it bears in the output. A name of an input column means that one in GROUP BY.
 */
function plainNames({ items, group }: Select, inputs: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const item of items) {
    const inner = item.kind === 'alias' ? item.arg : item;
    const alias = item.kind === 'alias' ? item.names[0]?.toLowerCase() : undefined;
    const name = inner.kind === 'column' ? inner.path.at(-1)?.toLowerCase() : undefined;
    if (name !== undefined) names.set(name, alias ?? name);
    const isGroupedBy = group !== undefined && alias !== undefined && !inputs.has(alias);
    if (isGroupedBy && !names.has(alias)) names.set(alias, alias);
  }
  return names;
}

function some(select: Select, test: (expr: Expr) => boolean): boolean {
  let holds = false;
  const exprs = select.having ? [...select.items, select.having] : select.items;
  for (const expr of exprs) visitExpression(expr, { expression: (e) => void (holds ||= test(e)) });
  return holds;
}

const hasAggregate = (select: Select): boolean =>
  some(select, (e) => e.kind === 'call' && !e.over && isAggregate(e.name));
const hasWindow = (select: Select): boolean => some(select, (e) => e.kind === 'call' && e.over !== undefined);
const hasGenerator = (select: Select): boolean => some(select, (e) => e.kind === 'call' && generators.has(e.name));
