import { rowsInOrderOf } from '@millrace/processors';
import type { Expression, Relation, WithRelations } from '@millrace/spark-connect/proto';
import { onRelation, type RelationTable } from '@millrace/spark-connect/visit';
import { analyseQuery, type Source } from '@millrace/spark-sql/analyse';
import { type Query, simple } from '@millrace/spark-sql/ast';
import { parseQuery, tokenize } from '@millrace/spark-sql/parse';
import { aggregateSource } from './plan-aggregate.ts';
import * as columns from './plan-columns.ts';
import { below, opaque, orderIsFixed, type PlanContext } from './plan-context.ts';
import { joinSource, setSource } from './plan-join.ts';
import { columnsOfSchema, readSource } from './plan-read.ts';
import { distinctSource, filterSource, lateSource, limitSource, partitionsSource, sortSource } from './plan-rows.ts';

/** The columns and row order of a relation; its constructs are noted on the way. */
export function sourceOf(relation: Relation, context: PlanContext): Source {
  const source: Source =
    context.relationTables.get(relation) ?? inOrderSource(relation, context) ?? relationSource(relation, context);
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
  const fixed = inputs.every((input) => orderIsFixed(input, context));
  const isFree = inputs.every(({ order }) => order === 'free');
  return { ...source, order: fixed ? 'input' : isFree ? 'free' : 'none' };
}

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
    const rowsFact = rowsOf === undefined ? {} : { rowsOf };
    tables.set(name.toLowerCase(), { columns, order, unique, name, ...rowsFact });
  }
  const inner: PlanContext = {
    ...context,
    tables,
    root: checksCut ? value.root : undefined,
    walk: (relation) => sourceBelow(relation, inner),
  };
  return value.root === undefined ? opaque : sourceOf(value.root, inner);
}

const relationSource = (relation: Relation, context: PlanContext): Source =>
  relation.relType.case === undefined
    ? unknownRelation('without a kind', context)
    : onRelation(sources, relation, context, relation);

/** A relation about which nothing is known: no run with it is for Sail. */
function unknownRelation(kind: string, { notes }: PlanContext): Source {
  notes.keys.add(`unknown:relation ${kind}`);
  return opaque;
}

const unknown = (_: unknown, context: PlanContext, { relType }: Relation): Source =>
  unknownRelation(relType.case ?? 'without a kind', context);

/** Columns that may have other names and values than those of the input. */
const changing =
  <Value>(source: (value: Value, context: PlanContext) => Source) =>
  (value: Value, context: PlanContext): Source => ({ ...below(source(value, context), context), rowsOf: undefined });

/** Columns that are chosen, moved and named, and nothing is computed: Sail then keeps the order of the rows. */
const moving =
  <Value>(source: (value: Value, context: PlanContext) => Source) =>
  (value: Value, context: PlanContext): Source => ({ ...source(value, context), rowsOf: undefined });

const isPlainColumn = ({ exprType: type }: Expression): boolean =>
  type.case === 'unresolvedAttribute' ||
  type.case === 'unresolvedStar' ||
  (type.case === 'alias' && type.value.expr !== undefined && isPlainColumn(type.value.expr));

/** How the rows of each kind of relation stand, and which constructs it has; those of its inputs are noted by the walk. */
const sources: RelationTable<[PlanContext, Relation], Source> = {
  read: (value, context, whole) => readSource(value, whole, context),
  localRelation: ({ schema }, { notes }) => {
    const schemaColumns = schema ? columnsOfSchema(schema) : undefined;
    if (!schemaColumns) notes.keys.add('unknown:schema of local rows');
    return { columns: schemaColumns ?? [], order: 'input' };
  },
  range: (_, { notes }) => {
    notes.keys.add('from:range');
    return { columns: [{ name: 'id', type: simple('long') }], order: 'none', unique: ['id'] };
  },
  sql: (value, context, whole) => sqlSource(value, context, whole === context.root),
  withRelations: (value, context, whole) => namedInputs(value, context, whole === context.root),
  subqueryAlias: ({ input, alias }, { walk }) => {
    const source = walk(input);
    return { ...source, columns: source.columns.map((c) => ({ ...c, qualifier: alias })) };
  },
  filter: filterSource,
  sort: sortSource,
  limit: limitSource,
  offset: (value, context) => lateSource('offset', value, context),
  tail: (value, context) => lateSource('tail', value, context),
  repartition: (value, context) => partitionsSource('repartition', value, context),
  repartitionByExpression: (value, context) => partitionsSource('repartitionByExpression', value, context),
  hint: ({ input, name }, { notes, walk }) => {
    notes.keys.add(`hint:${name.toLowerCase()}`);
    return walk(input);
  },
  sample: ({ input }, { notes, walk }) => {
    notes.keys.add('unrepeatable:sample');
    return { ...walk(input), order: 'none' };
  },
  deduplicate: distinctSource,
  join: joinSource,
  setOp: setSource,
  aggregate: aggregateSource,
  collectMetrics: ({ input }, { notes, walk }) => {
    const source = walk(input);
    notes.keys.add('plan:collectMetrics');
    return source;
  },
  project: (value, context) =>
    (value.expressions.every(isPlainColumn) ? moving : changing)(columns.projectSource)(value, context),
  withColumns: changing(columns.withColumnsSource),
  withColumnsRenamed: moving(columns.renameSource),
  toDf: moving(columns.namesSource),
  drop: moving(columns.dropSource),
  toSchema: changing(columns.schemaSource),
  fillNa: changing(columns.fillSource),
  dropNa: changing(columns.dropNullsSource),
  replace: changing(columns.replaceSource),
  unpivot: changing(columns.unpivotSource),
  // nothing is known of these on Sail
  applyInPandasWithState: unknown,
  approxQuantile: unknown,
  asOfJoin: unknown,
  cachedLocalRelation: unknown,
  cachedRemoteRelation: unknown,
  catalog: unknown,
  chunkedCachedLocalRelation: unknown,
  coGroupMap: unknown,
  commonInlineUserDefinedDataSource: unknown,
  commonInlineUserDefinedTableFunction: unknown,
  corr: unknown,
  cov: unknown,
  crosstab: unknown,
  describe: unknown,
  extension: unknown,
  freqItems: unknown,
  groupMap: unknown,
  htmlString: unknown,
  lateralJoin: unknown,
  mapPartitions: unknown,
  mlRelation: unknown,
  nearestByJoin: unknown,
  parse: unknown,
  relationChanges: unknown,
  sampleBy: unknown,
  showString: unknown,
  summary: unknown,
  transpose: unknown,
  unknown,
  unresolvedTableValuedFunction: unknown,
  withWatermark: unknown,
  zip: unknown,
};
