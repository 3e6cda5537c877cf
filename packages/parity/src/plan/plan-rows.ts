import type {
  Deduplicate,
  Filter,
  Limit,
  Offset,
  Relation,
  Repartition,
  RepartitionByExpression,
  Sort,
} from '@millrace/spark-connect/proto';
import { analyse, sortKey, type Source } from '@millrace/spark-sql/analyse';
import { family } from '@millrace/spark-sql/ast';
import { hasOneZero, isFraction, sortColumn } from '@millrace/spark-sql/rewrite';
import { below, isFixed, type PlanContext, scopeOver } from './plan-context.ts';
import { expressionOf, sortItemOf } from './plan-expression.ts';

/** Rows that a condition lets through. */
export function filterSource({ input, condition }: Filter, context: PlanContext): Source {
  const source = context.walk(input);
  analyse(expressionOf(condition), { ...scopeOver(source, context), filtering: true });
  return below(source, context);
}

/** Rows in an order. */
export function sortSource({ input, order, isGlobal }: Sort, context: PlanContext): Source {
  const { notes } = context;
  const source = context.walk(input);
  const scope = scopeOver(source, context);
  const items = order.map((message) => ({ message, ...sortItemOf(message) }));
  for (const item of items) {
    const of = analyse(item.arg, scope);
    sortKey(item, of, scope, 'sort');
    if (isFraction(of) && !hasOneZero(item.arg)) notes.oneZero.set(item.message, of.kind);
  }
  if (isGlobal === false) {
    notes.keys.add('order:within-partitions');
    return { ...source, order: 'none' };
  }
  const names = items.flatMap((item) => sortColumn(item.arg, source.columns) ?? []);
  const lower = names.map((name) => name.toLowerCase());
  if (source.unique?.every((name) => lower.includes(name))) return { ...source, order: 'total', sortedBy: undefined };
  const sortKeys = names.length === items.length ? names : undefined;
  return { ...source, order: 'ties', sortKeys, sortedBy: undefined };
}

/** The first rows. */
export function limitSource({ input, limit }: Limit, context: PlanContext, whole: Relation): Source {
  const { notes, relationTables } = context;
  const source = context.walk(input);
  // of the first rows of a sort, ties among others do not count; the row behind the last may tie with it
  const isFirst = (input && relationTables.get(input))?.isSortItself === true;
  const isTied = source.order === 'ties';
  const order = isTied && isFixed(source, notes, isFirst ? limit + 1 : Infinity) ? 'total' : source.order;
  const isSame = order === 'ties' ? orderOfVisible(whole, source, context) : undefined;
  noteCut(isSame ?? order, source, context);
  return isFirst ? { ...source, order, sortedBy: undefined } : source;
}

/** Rows without the first, or the last rows. */
export function lateSource(kind: 'offset' | 'tail', { input }: Pick<Offset, 'input'>, context: PlanContext): Source {
  const source = context.walk(input);
  context.notes.keys.add(kind);
  noteCut(source.order === 'ties' && isFixed(source, context.notes) ? 'total' : source.order, source, context);
  return source;
}

const noteCut = (order: string, { unique }: Source, { notes }: PlanContext): unknown =>
  notes.keys.add(unique?.length === 0 ? 'cut:single-row' : `cut:${order}`);

/**
 * What the first rows of a sort are cut by, if rows that tie are the same in all that is seen of them: `total`, or
 * `ties-but-zeros` if fractions are seen, as 0.0 and -0.0 tie.
 */
function orderOfVisible(
  cut: Relation,
  sorted: Source,
  { visibleColumns, relationTables }: PlanContext,
): 'total' | 'ties-but-zeros' | undefined {
  const names = visibleColumns.get(cut);
  const sort = cut.relType.case === 'limit' ? cut.relType.value.input : undefined;
  if (names === undefined || sort?.relType.case !== 'sort' || relationTables.has(sort)) return undefined;
  const keys = sort.relType.value.order.flatMap(
    (message) => sortColumn(sortItemOf(message).arg, sorted.columns)?.toLowerCase() ?? [],
  );
  const columns = sorted.columns.filter(({ name }) => names.has(name.toLowerCase()));
  const areKeys = columns.length === names.size && [...names].every((name) => keys.includes(name));
  if (!areKeys || columns.some(({ type }) => holdsOthers.has(type.kind))) return undefined;
  return columns.some(({ type }) => isFraction(type)) ? 'ties-but-zeros' : 'total';
}

/** Types whose values may hold fractions, or may tie without being the same, or are not known. */
const holdsOthers: ReadonlySet<string> = new Set(
  ['array', 'map', 'struct', 'unknown', 'unsupported', 'udt', 'variant', 'char', 'varchar', 'time'], // prettier-ignore
);

/** Rows on other partitions, by these expressions if there are any. */
export function partitionsSource(
  kind: 'repartition' | 'repartitionByExpression',
  { input, partitionExprs = [] }: Pick<Repartition, 'input'> & Partial<Pick<RepartitionByExpression, 'partitionExprs'>>,
  context: PlanContext,
): Source {
  const source = context.walk(input);
  for (const expression of partitionExprs) analyse(expressionOf(expression), scopeOver(source, context));
  context.notes.keys.add(`plan:${kind}`);
  return { ...source, order: 'none' };
}

/** Rows of which those that are the same, in all columns or some, are there once. */
export function distinctSource(
  { input, columnNames, allColumnsAsKeys }: Deduplicate,
  { notes: { keys }, walk }: PlanContext,
): Source {
  const source = walk(input);
  const all = allColumnsAsKeys === true || columnNames.length === 0;
  for (const c of source.columns) if (all) keys.add(`distinct:${family(c.type)}`);
  if (!all) keys.add('order-dependent:drop-duplicates');
  const unique = (all ? source.columns.map((c) => c.name) : columnNames).map((name) => name.toLowerCase());
  return { ...source, order: 'free', unique };
}
