import type {
  Drop,
  Expression,
  Expression_Literal,
  NADrop,
  NAFill,
  NAReplace,
  Project,
  Relation,
  ToDF,
  ToSchema,
  Unpivot,
  WithColumns,
  WithColumnsRenamed,
} from '@millrace/spark-connect/proto';
import { positionUnit, unitOf } from '@millrace/processors';
import { typeFromProto } from '@millrace/spark-connect';
import {
  analyse,
  analyseQuery,
  generators,
  emptyScope,
  type ScopeColumn,
  type Source,
  widest,
} from '@millrace/spark-sql/analyse';
import {
  type Call,
  type Expr,
  family,
  outermost,
  simple,
  type SparkType,
  visitExpression,
} from '@millrace/spark-sql/ast';
import { orderIsFixed, type PlanContext, scopeOver } from './plan-context.ts';
import { expressionOf, nameParts } from './plan-expression.ts';
import { literalOf, nowhere } from './plan-literal.ts';

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A select list over rows. */
export function projectSource({ input, expressions }: Project, context: PlanContext): Source {
  if (input?.relType.case === 'limit') noteVisible(input, expressions, context);
  return project(context.walk(input), expressions, context);
}

/** Columns that are added, or put in place of others. */
export function withColumnsSource({ input, aliases }: WithColumns, context: PlanContext): Source {
  const { notes } = context;
  const source = context.walk(input);
  const added = aliases.map((alias) => ({
    name: alias.name[0] ?? '',
    type: analyse(expressionOf(alias.expr), scopeOver(source, context)),
  }));
  notes.keys.add('plan:withColumns');
  const positionAlias = aliases.find((alias) => alias.expr && unitOf(alias.expr)?.name === positionUnit);
  if (positionAlias !== undefined && !orderIsFixed(source, context)) notes.keys.add('order-dependent:position');
  const others = aliases.filter((alias) => alias !== positionAlias);
  const calls = others.flatMap((alias) => callsIn(expressionOf(alias.expr)));
  const windowed = calls.some((call) => call.over !== undefined);
  const alone = source.unique?.length === 0;
  const generated = calls.some((call) => generators.has(call.name));
  const names = added.map(({ name }) => name);
  const untouched = generated ? undefined : uniqueWithout(source, names);
  const unique = positionAlias === undefined ? untouched : [(positionAlias.name[0] ?? '').toLowerCase()];
  const order = windowed && !alone ? 'free' : generated && alone ? 'input' : source.order;
  const replaced = source.columns.map((c) => added.find((a) => same(a.name, c.name)) ?? c);
  const fresh = added.filter((a) => !source.columns.some((c) => same(a.name, c.name)));
  return { ...source, columns: [...replaced, ...fresh], unique, order };
}

/** Columns by other names, those that are named. */
export function renameSource(
  { input, renames, renameColumnsMap }: WithColumnsRenamed,
  { notes, walk }: PlanContext,
): Source {
  const source = walk(input);
  notes.keys.add('plan:withColumnsRenamed');
  const pairs = [
    ...renames.map((r): [string, string] => [r.colName, r.newColName]),
    ...Object.entries(renameColumnsMap),
  ];
  return renameColumns(source, (name) => pairs.find(([from]) => same(from, name))?.[1] ?? name);
}

/** All columns by other names, in their order. */
export function namesSource({ input, columnNames }: ToDF, { notes, walk }: PlanContext): Source {
  const source = walk(input);
  notes.keys.add('plan:toDf');
  const columns = source.columns.map((c, i) => ({ ...c, qualifier: undefined, name: columnNames[i] ?? c.name }));
  return { ...source, unique: undefined, columns };
}

/** All columns but some. */
export function dropSource({ input, columnNames, columns }: Drop, { notes, walk }: PlanContext): Source {
  const source = walk(input);
  notes.keys.add('plan:drop');
  const dropped = [
    ...columnNames.map((name) => ({ name, plan: undefined })),
    ...columns.map(expressionOf).map((e) => ({ name: nameOf(e), plan: e.kind === 'column' ? e.plan : undefined })),
  ];
  if (dropped.some((d) => d.plan !== undefined)) notes.keys.add('plan:drop:by-reference');
  const isDropped = (c: ScopeColumn): boolean =>
    dropped.some((d) => same(d.name, c.name) && (d.plan === undefined || c.plans?.has(d.plan) === true));
  return { ...source, columns: source.columns.filter((c) => !isDropped(c)) };
}

/** The columns of a schema. */
export function schemaSource({ input, schema }: ToSchema, { notes, walk }: PlanContext): Source {
  const type = typeFromProto(schema);
  notes.keys.add('plan:toSchema');
  return { ...walk(input), unique: undefined, columns: type.kind === 'struct' ? type.fields : [] };
}

/** Values in place of nulls. */
export function fillSource({ input, cols, values }: NAFill, context: PlanContext): Source {
  const source = context.walk(input);
  const all = source.columns.map((c) => c.name);
  for (const [i, value] of values.entries()) {
    const own = values.length > 1 ? cols.slice(i, i + 1) : cols;
    noteTypes(`plan:fillNa:${family(literalOf(value).type)}`, cols.length > 0 ? own : all, source, context);
  }
  const changed = cols.length > 0 ? cols : filledBy(values, source);
  return { ...source, unique: changed.length > 0 ? uniqueWithout(source, changed) : source.unique };
}

/** Rows without nulls, or with few. */
export function dropNullsSource({ input, cols, minNonNulls }: NADrop, context: PlanContext): Source {
  const source = context.walk(input);
  const how = minNonNulls === undefined ? 'any' : 'minimum';
  noteTypes(`plan:dropNa:${how}`, cols.length > 0 ? cols : source.columns.map((c) => c.name), source, context);
  return source;
}

/** Values in place of others. */
export function replaceSource({ input, cols, replacements }: NAReplace, context: PlanContext): Source {
  const source = context.walk(input);
  for (const { oldValue, newValue } of replacements) {
    const pair = [oldValue, newValue].map((value) => (value ? family(literalOf(value).type) : 'null')).join('->');
    noteTypes(`plan:replace:${pair}`, cols.length > 0 ? cols : source.columns.map((c) => c.name), source, context);
  }
  return { ...source, unique: uniqueWithout(source, cols) };
}

/** A row for each of some columns. */
export function unpivotSource(
  { input, ids, values, variableColumnName, valueColumnName }: Unpivot,
  context: PlanContext,
): Source {
  const source = context.walk(input);
  const scope = scopeOver(source, context);
  const idTypes = ids.map(expressionOf).map((id) => ({ name: nameOf(id), type: analyse(id, scope) }));
  const valueTypes = values?.values.map((value) => analyse(expressionOf(value), scope));
  const others =
    valueTypes ?? source.columns.filter((c) => !idTypes.some((id) => same(id.name, c.name))).map((c) => c.type);
  context.notes.keys.add(`plan:unpivot:${[...new Set(others.map(family))].toSorted().join('|')}`);
  const variableColumns = [
    { name: variableColumnName, type: simple('string') },
    { name: valueColumnName, type: widest(others) },
  ];
  return { columns: [...idTypes, ...variableColumns], order: 'none' };
}

/** What tells the rows apart still, when these columns get other values; none named: any may. */
const uniqueWithout = ({ unique }: Source, changed: readonly string[]): string[] | undefined =>
  unique?.length === 0 || (changed.length > 0 && unique?.every((name) => !changed.some((c) => same(c, name))))
    ? unique
    : undefined;

/** The columns that values are filled in if no column is named: those of a value's kind, and those whose type is not known. */
function filledBy(values: readonly Expression_Literal[], { columns }: Source): string[] {
  const kinds = new Set(values.map((value) => fillKind(literalOf(value).type)));
  return columns.flatMap(({ name, type }) =>
    outermost(type) === 'unknown' || kinds.has(fillKind(type)) ? [name] : [],
  );
}

const fillKind = ({ kind }: SparkType): string => (kind === 'string' || kind === 'boolean' ? kind : 'number');

function callsIn(expr: Expr): Call[] {
  const calls: Call[] = [];
  visitExpression(expr, { expression: (e) => void (e.kind === 'call' && calls.push(e)) });
  return calls;
}

const nameOf = (expr: Expr): string =>
  expr.kind === 'column' ? (expr.path.at(-1) ?? '') : expr.kind === 'alias' ? (expr.names[0] ?? '') : '';

function noteTypes(key: string, names: string[], input: Source, context: PlanContext): void {
  for (const name of names) {
    const [first = ''] = nameParts(name);
    const column = input.columns.find((c) => same(c.name, name) || same(c.name, first));
    context.notes.keys.add(column ? `${key}:${family(column.type)}` : `column:not-found:${name}`);
  }
}

/** Notes which columns a select list takes of rows that are cut; nothing if it takes all. */
function noteVisible(cut: Relation, expressions: readonly Expression[], { visibleColumns }: PlanContext): void {
  const names = new Set<string>();
  let hasNames = true;
  for (const item of expressions)
    visitExpression(expressionOf(item), {
      expression: (expr) => {
        if (expr.kind === 'column') names.add((expr.path[0] ?? '').toLowerCase());
        if (expr.kind === 'star' || expr.kind === 'unknown') hasNames = false;
      },
    });
  if (hasNames) visibleColumns.set(cut, names);
}

/** A select list; columns that pass through keep the plans that they may be named by. */
export function project(input: Source, expressions: Expression[], context: PlanContext): Source {
  const items = expressions.map(expressionOf);
  const info = analyseQuery(
    {
      with: [], recursive: false, order: [], orderAll: false, span: nowhere,
      body: { kind: 'select', distinct: false, items, from: [{ kind: 'given', source: input }], laterals: [], windows: [], hints: [], span: nowhere },
    },
    context.tables,
    context.notes,
    emptyScope(context.tables, context.notes),
  ); // prettier-ignore
  const columns: readonly ScopeColumn[] = info.columns.map((c) => {
    const origin = input.columns.filter((o) => !o.hidden && same(o.name, c.name));
    return origin.length === 1 ? { ...c, plans: origin[0]?.plans, qualifier: origin[0]?.qualifier } : c;
  });
  return { columns, order: info.order, unique: info.unique, sortedBy: input.sortedBy };
}

function renameColumns(input: Source, rename: (name: string) => string): Source {
  return {
    ...input,
    columns: input.columns.map((c) => ({ ...c, name: rename(c.name) })),
    unique: input.unique?.map((name) =>
      rename(input.columns.find((c) => same(c.name, name))?.name ?? name).toLowerCase(),
    ),
  };
}
