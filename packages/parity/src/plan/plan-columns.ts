import type { Expression, Expression_Literal, Relation } from '@millrace/spark-connect/proto';
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
import { placesAreFixed, type PlanContext, scopeOver } from './plan-context.ts';
import { expressionOf, nameParts } from './plan-expression.ts';
import { literalOf, nowhere } from './plan-literal.ts';

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Relations that choose, add, name or fill columns; undefined for others. */
export function columnSource(relation: Relation, context: PlanContext): Source | undefined {
  const { relType: type } = relation;
  const { notes, walk } = context;
  switch (type.case) {
    case 'project': {
      const { input, expressions } = type.value;
      if (input?.relType.case === 'limit') noteSeen(input, expressions, context);
      return project(walk(input), expressions, context);
    }
    case 'withColumns': {
      const input = walk(type.value.input);
      const added = type.value.aliases.map((alias) => ({
        name: alias.name[0] ?? '',
        type: analyse(expressionOf(alias.expr), scopeOver(input, context)),
      }));
      notes.keys.add('plan:withColumns');
      const place = type.value.aliases.find((alias) => alias.expr && unitOf(alias.expr)?.name === positionUnit);
      if (place !== undefined && !placesAreFixed(input, context)) notes.keys.add('order-dependent:position');
      const others = type.value.aliases.filter((alias) => alias !== place);
      const calls = others.flatMap((alias) => callsIn(expressionOf(alias.expr)));
      const windowed = calls.some((call) => call.over !== undefined);
      const alone = input.unique?.length === 0;
      const generated = calls.some((call) => generators.has(call.name));
      const untouched = generated
        ? undefined
        : uniqueWithout(
            input,
            added.map((a) => a.name),
          );
      const unique = place === undefined ? untouched : [(place.name[0] ?? '').toLowerCase()];
      const order = windowed && !alone ? 'free' : generated && alone ? 'input' : input.order;
      const kept = input.columns.map((c) => added.find((a) => same(a.name, c.name)) ?? c);
      const fresh = added.filter((a) => !input.columns.some((c) => same(a.name, c.name)));
      return { ...input, columns: [...kept, ...fresh], unique, order };
    }
    case 'withColumnsRenamed': {
      const input = walk(type.value.input);
      notes.keys.add('plan:withColumnsRenamed');
      const renames = [
        ...type.value.renames.map((r): [string, string] => [r.colName, r.newColName]),
        ...Object.entries(type.value.renameColumnsMap),
      ];
      return named(input, (name) => renames.find(([from]) => same(from, name))?.[1] ?? name);
    }
    case 'toDf': {
      const input = walk(type.value.input);
      notes.keys.add('plan:toDf');
      const { columnNames } = type.value;
      return {
        ...input,
        unique: undefined,
        columns: input.columns.map((c, i) => ({
          ...c,
          qualifier: undefined,
          name: columnNames[i] ?? c.name,
        })),
      };
    }
    case 'drop': {
      const input = walk(type.value.input);
      notes.keys.add('plan:drop');
      const dropped = [
        ...type.value.columnNames.map((name) => ({ name, plan: undefined })),
        ...type.value.columns
          .map(expressionOf)
          .map((e) => ({ name: nameOf(e), plan: e.kind === 'column' ? e.plan : undefined })),
      ];
      if (dropped.some((d) => d.plan !== undefined)) notes.keys.add('plan:drop:by-reference');
      const isDropped = (c: ScopeColumn): boolean =>
        dropped.some((d) => same(d.name, c.name) && (d.plan === undefined || c.plans?.has(d.plan) === true));
      return { ...input, columns: input.columns.filter((c) => !isDropped(c)) };
    }
    case 'toSchema': {
      const schema = typeFromProto(type.value.schema);
      notes.keys.add('plan:toSchema');
      return {
        ...walk(type.value.input),
        unique: undefined,
        columns: schema.kind === 'struct' ? schema.fields : [],
      };
    }
    case 'fillNa': {
      const input = walk(type.value.input);
      for (const [i, value] of type.value.values.entries()) {
        const filled = type.value.cols.length
          ? type.value.values.length > 1
            ? type.value.cols.slice(i, i + 1)
            : type.value.cols
          : input.columns.map((c) => c.name);
        noteTypes(`plan:fillNa:${family(literalOf(value).type)}`, filled, input, context);
      }
      const { cols, values } = type.value;
      const changed = cols.length > 0 ? cols : filledBy(values, input);
      return { ...input, unique: changed.length > 0 ? uniqueWithout(input, changed) : input.unique };
    }
    case 'dropNa': {
      const input = walk(type.value.input);
      const how = type.value.minNonNulls === undefined ? 'any' : 'minimum';
      noteTypes(
        `plan:dropNa:${how}`,
        type.value.cols.length ? type.value.cols : input.columns.map((c) => c.name),
        input,
        context,
      );
      return input;
    }
    case 'replace': {
      const input = walk(type.value.input);
      for (const { oldValue, newValue } of type.value.replacements) {
        const pair = [oldValue, newValue].map((value) => (value ? family(literalOf(value).type) : 'null')).join('->');
        noteTypes(
          `plan:replace:${pair}`,
          type.value.cols.length ? type.value.cols : input.columns.map((c) => c.name),
          input,
          context,
        );
      }
      return { ...input, unique: uniqueWithout(input, type.value.cols) };
    }
    case 'unpivot': {
      const input = walk(type.value.input);
      const scope = scopeOver(input, context);
      const ids = type.value.ids.map(expressionOf);
      const values = type.value.values?.values.map(expressionOf);
      const idTypes = ids.map((id) => ({ name: nameOf(id), type: analyse(id, scope) }));
      const others = values
        ? values.map((value) => analyse(value, scope))
        : input.columns.filter((c) => !idTypes.some((id) => same(id.name, c.name))).map((c) => c.type);
      const type1 = widest(others);
      notes.keys.add(`plan:unpivot:${[...new Set(others.map(family))].toSorted().join('|')}`);
      return {
        columns: [
          ...idTypes,
          { name: type.value.variableColumnName, type: simple('string') },
          { name: type.value.valueColumnName, type: type1 },
        ],
        order: 'none',
      };
    }
    default:
      return undefined;
  }
}

/** What tells the rows apart still, when these columns get other values; none named: any may. */
const uniqueWithout = ({ unique }: Source, changed: readonly string[]): string[] | undefined =>
  unique?.length === 0 || (changed.length > 0 && unique?.every((name) => !changed.some((c) => same(c, name))))
    ? unique
    : undefined;

/** The columns that values are filled in where no column is named: those of a value's kind, and those whose type is not known. */
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
function noteSeen(cut: Relation, expressions: readonly Expression[], { seen }: PlanContext): void {
  const names = new Set<string>();
  let isKnown = true;
  for (const item of expressions)
    visitExpression(expressionOf(item), {
      expression: (expr) => {
        if (expr.kind === 'column') names.add((expr.path[0] ?? '').toLowerCase());
        if (expr.kind === 'star' || expr.kind === 'unknown') isKnown = false;
      },
    });
  if (isKnown) seen.set(cut, names);
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

function named(input: Source, rename: (name: string) => string): Source {
  return {
    ...input,
    columns: input.columns.map((c) => ({ ...c, name: rename(c.name) })),
    unique: input.unique?.map((name) =>
      rename(input.columns.find((c) => same(c.name, name))?.name ?? name).toLowerCase(),
    ),
  };
}
