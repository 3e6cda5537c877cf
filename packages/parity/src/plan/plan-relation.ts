import { rowsInOrderOf } from '@millrace/processors';
import type { Expression, Relation, WithRelations } from '@millrace/spark-connect/proto';
import { analyse, analyseQuery, sortKey, type Source } from '@millrace/spark-sql/analyse';
import { family, type Query, simple } from '@millrace/spark-sql/ast';
import { hasOneZero, isFraction, sortColumn } from '@millrace/spark-sql/rewrite';
import { parseQuery, tokenize } from '@millrace/spark-sql/parse';
import { aggregateSource } from './plan-aggregate.ts';
import { columnSource } from './plan-columns.ts';
import { below, isFixed, opaque, placesAreFixed, type PlanContext, scopeOver } from './plan-context.ts';
import { expressionOf, sortItemOf } from './plan-expression.ts';
import { joinSource, setSource } from './plan-join.ts';
import { columnsOfSchema, readSource } from './plan-read.ts';

/** The columns and row order of a relation; its constructs are noted on the way. */
export function sourceOf(relation: Relation, context: PlanContext): Source {
  const source: Source =
    context.known.get(relation) ?? inOrderSource(relation, context) ?? relationSource(relation, context);
  const id = relation.common?.planId;
  if (id === undefined) return source;
  return {
    ...source,
    columns: source.columns.map((c) => ({ ...c, plans: new Set([...(c.plans ?? []), id]) })),
  };
}

/** The source that a relation stands on: whatever is done with it may hide the columns that it is sorted by. */
export const sourceBelow = (relation: Relation | undefined, context: PlanContext): Source =>
  relation === undefined ? opaque : { ...sourceOf(relation, context), sortKeys: undefined };

/** Rows that a processor puts into the order of its inputs, which Spark's plain plan gives by itself. */
function inOrderSource(relation: Relation, context: PlanContext): Source | undefined {
  const what = rowsInOrderOf(relation);
  if (what === undefined) return undefined;
  context.notes.keys.add('unit union-in-order');
  const source = context.walk(what.plain.relation);
  const inputs = what.inputs.map((input) => context.walk(input.relation));
  const fixed = inputs.every((input) => placesAreFixed(input, context));
  const isFree = inputs.every(({ order }) => order === 'free');
  return { ...source, order: fixed ? 'input' : isFree ? 'free' : 'none' };
}

function relationSource(relation: Relation, context: PlanContext): Source {
  const { relType: type } = relation;
  const { notes, walk } = context;
  const { keys } = notes;
  switch (type.case) {
    case 'read':
      return readSource(type.value, relation, context);
    case 'localRelation': {
      const columns = type.value.schema ? columnsOfSchema(type.value.schema) : undefined;
      if (!columns) keys.add('unknown:schema of local rows');
      return { columns: columns ?? [], order: 'input' };
    }
    case 'range':
      keys.add('from:range');
      return { columns: [{ name: 'id', type: simple('long') }], order: 'none', unique: ['id'] };
    case 'sql':
      return sqlSource(type.value, context, relation === context.root);
    case 'withRelations':
      return namedInputs(type.value, context, relation === context.root);
    case 'subqueryAlias': {
      const input = walk(type.value.input);
      return { ...input, columns: input.columns.map((c) => ({ ...c, qualifier: type.value.alias })) };
    }
    case 'filter': {
      const input = walk(type.value.input);
      analyse(expressionOf(type.value.condition), { ...scopeOver(input, context), filtering: true });
      return below(input, context);
    }
    case 'sort': {
      const input = walk(type.value.input);
      const scope = scopeOver(input, context);
      const items = type.value.order.map((message) => ({ message, ...sortItemOf(message) }));
      for (const item of items) {
        const of = analyse(item.arg, scope);
        sortKey(item, of, scope, 'sort');
        if (isFraction(of) && !hasOneZero(item.arg)) notes.oneZero.set(item.message, of.kind);
      }
      if (type.value.isGlobal === false) {
        keys.add('order:within-partitions');
        return { ...input, order: 'none' };
      }
      const names = items.flatMap((item) => sortColumn(item.arg, input.columns) ?? []);
      const lower = names.map((name) => name.toLowerCase());
      if (input.unique?.every((name) => lower.includes(name))) return { ...input, order: 'total', sortedBy: undefined };
      const sortKeys = names.length === items.length ? names : undefined;
      return { ...input, order: 'ties', sortKeys, sortedBy: undefined };
    }
    case 'limit':
    case 'offset':
    case 'tail': {
      const input = walk(type.value.input);
      if (type.case !== 'limit') keys.add(type.case);
      // of the first rows of a sort, ties among others do not count; the row behind the last may tie with it
      const below = type.value.input && context.known.get(type.value.input);
      const isFirst = type.case === 'limit' && below?.isSortItself === true;
      const isTied = input.order === 'ties';
      const order = isTied && isFixed(input, notes, isFirst ? type.value.limit + 1 : Infinity) ? 'total' : input.order;
      const isSame = type.case === 'limit' && order === 'ties' ? sameWhereSeen(relation, input, context) : undefined;
      keys.add(input.unique?.length === 0 ? 'cut:single-row' : `cut:${isSame ?? order}`);
      return isFirst ? { ...input, order, sortedBy: undefined } : input;
    }
    case 'repartition':
    case 'repartitionByExpression': {
      const input = walk(type.value.input);
      if (type.case === 'repartitionByExpression')
        for (const e of type.value.partitionExprs) analyse(expressionOf(e), scopeOver(input, context));
      keys.add(`plan:${type.case}`);
      return { ...input, order: 'none' };
    }
    case 'hint': {
      keys.add(`hint:${type.value.name.toLowerCase()}`);
      return walk(type.value.input);
    }
    case 'sample':
      keys.add('unrepeatable:sample');
      return { ...walk(type.value.input), order: 'none' };
    case 'deduplicate': {
      const input = walk(type.value.input);
      const all = type.value.allColumnsAsKeys === true || type.value.columnNames.length === 0;
      for (const c of input.columns) if (all) keys.add(`distinct:${family(c.type)}`);
      if (!all) keys.add('order-dependent:drop-duplicates');
      const unique = (all ? input.columns.map((c) => c.name) : type.value.columnNames).map((name) =>
        name.toLowerCase(),
      );
      return { ...input, order: 'free', unique };
    }
    case 'join':
      return joinSource(type.value, context);
    case 'setOp':
      return setSource(type.value, context);
    case 'aggregate':
      return aggregateSource(type.value, context);
    case 'collectMetrics': {
      const input = walk(type.value.input);
      keys.add('plan:collectMetrics');
      return input;
    }
    default: {
      const columns = columnSource(relation, context);
      // columns may have other names and values than those of the input
      if (columns) return { ...(movesColumns(relation) ? columns : below(columns, context)), rowsOf: undefined };
      keys.add(`unknown:relation ${type.case ?? 'without a kind'}`);
      return opaque;
    }
  }
}

/**
 * What the first rows of a sort are cut by, if rows that tie are the same in all that is seen of them: `total`, or
 * `ties-but-zeros` if fractions are seen, as 0.0 and -0.0 tie.
 */
function sameWhereSeen(
  cut: Relation,
  sorted: Source,
  { seen, known }: PlanContext,
): 'total' | 'ties-but-zeros' | undefined {
  const names = seen.get(cut);
  const sort = cut.relType.case === 'limit' ? cut.relType.value.input : undefined;
  if (names === undefined || sort?.relType.case !== 'sort' || known.has(sort)) return undefined;
  const keys = sort.relType.value.order.flatMap(
    (message) => sortColumn(sortItemOf(message).arg, sorted.columns)?.toLowerCase() ?? [],
  );
  const columns = sorted.columns.filter(({ name }) => names.has(name.toLowerCase()));
  const areKeys = columns.length === names.size && [...names].every((name) => keys.includes(name));
  if (!areKeys || columns.some(({ type }) => holdsOthers.has(type.kind))) return undefined;
  return columns.some(({ type }) => isFraction(type)) ? 'ties-but-zeros' : 'total';
}

/** Types whose values may hold fractions, or are not known. */
const holdsOthers: ReadonlySet<string> = new Set(['array', 'map', 'struct', 'unknown']);

function sqlSource(
  sql: { query: string; args: object; posArgs: unknown[]; namedArguments: object; posArguments: unknown[] },
  context: PlanContext,
  checksCut: boolean,
): Source {
  const { keys } = context.notes;
  if (tokenize(sql.query).oddComment) keys.add('comment:odd');
  if (
    Object.keys(sql.args).length +
    Object.keys(sql.namedArguments).length +
    sql.posArgs.length +
    sql.posArguments.length
  )
    keys.add('unknown:sql arguments');
  const query: Query = parseQuery(sql.query, sql);
  const info = analyseQuery(query, context.tables, context.notes, undefined, 'named', checksCut);
  return info.below ? below(info, context) : info;
}

function namedInputs(value: WithRelations, context: PlanContext, checksCut: boolean): Source {
  const tables = new Map(context.tables);
  for (const reference of value.references) {
    const { relType } = reference;
    if (relType.case !== 'subqueryAlias') {
      context.notes.keys.add('unknown:reference without a name');
      continue;
    }
    const { columns, order, unique, rowsOf } = context.walk(relType.value.input);
    const name = relType.value.alias;
    const given = rowsOf === undefined ? {} : { rowsOf };
    tables.set(name.toLowerCase(), { columns, order, unique, name, ...given });
  }
  const inner: PlanContext = {
    ...context,
    tables,
    root: checksCut ? value.root : undefined,
    walk: (relation) => sourceBelow(relation, inner),
  };
  return value.root === undefined ? opaque : sourceOf(value.root, inner);
}

/** True where columns are chosen, moved and named, and nothing is computed: Sail then keeps the order of the rows. */
function movesColumns({ relType: type }: Relation): boolean {
  switch (type.case) {
    case 'withColumnsRenamed':
    case 'toDf':
    case 'drop':
      return true;
    case 'project':
      return type.value.expressions.every(isPlainColumn);
    default:
      return false;
  }
}

const isPlainColumn = ({ exprType: type }: Expression): boolean =>
  type.case === 'unresolvedAttribute' ||
  type.case === 'unresolvedStar' ||
  (type.case === 'alias' && type.value.expr !== undefined && isPlainColumn(type.value.expr));
