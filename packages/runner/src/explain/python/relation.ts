import { plainRows } from '@millrace/processors';
import { schemaToDdl, typeFromProto, typeToDdl } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import { onRelation, type RelationTable } from '@millrace/spark-connect/visit';
import { aggregate, join, setOperation } from './combine.ts';
import { call, chain, list, type Doc } from './doc.ts';
import { columnOrName } from './columns.ts';
import { column } from './expression.ts';
import { modelRows } from './model-rows.ts';
import { anyLiteral } from './literal.ts';
import { query } from './query.ts';
import { read } from './read.ts';
import { localRows } from './rows.ts';
import { noForm, type Scope } from './scope.ts';
import { columns, dict, keyword, oneValue, step, subset, texts } from './steps.ts';
import { pyFloat, pyString, pyText } from './text.ts';
import { sortKey } from './window.ts';

const table: RelationTable<[Scope, Relation], Doc> = {
  read,
  project: ({ input, expressions }, scope) =>
    input === undefined
      ? chain('spark.range(1)', call('.select', columns(expressions, scope)))
      : step(input, 'select', columns(expressions, scope), scope),
  filter: ({ input, condition }, scope) => {
    const { exprType } = condition ?? {};
    return step(
      input,
      'filter',
      [exprType?.case === 'expressionString' ? pyText(exprType.value.expression) : column(condition, scope)],
      scope,
    );
  },
  join,
  setOp: setOperation,
  sort: ({ input, order, isGlobal }, scope) =>
    step(
      input,
      isGlobal === false ? 'sortWithinPartitions' : 'orderBy',
      order.map((o) => sortKey(o, scope)),
      scope,
    ),
  limit: ({ input, limit }, scope) => step(input, 'limit', [String(limit)], scope),
  aggregate,
  sql: (sql, scope) => query(sql, [], scope),
  localRelation: (_, scope, whole) => {
    const rows = scope.rows(whole);
    return rows === undefined ? noForm('rows that are not at hand') : localRows(rows, scope);
  },
  sample: ({ input, lowerBound, upperBound, withReplacement, seed, deterministicOrder }, scope) => {
    if (!deterministicOrder && lowerBound === 0)
      return step(
        input,
        'sample',
        [
          ...(withReplacement === true ? [keyword('withReplacement', 'True')] : []),
          keyword('fraction', pyFloat(upperBound)),
          ...(seed === undefined ? [] : [keyword('seed', String(seed))]),
        ],
        scope,
      );
    const rest = upperBound < 1 ? [pyFloat(1 - upperBound)] : [];
    const before = lowerBound > 0 ? [pyFloat(lowerBound)] : [];
    const weights = [...before, pyFloat(upperBound - lowerBound), ...rest];
    return [
      step(
        input,
        'randomSplit',
        [list(weights), ...(seed === undefined ? [] : [keyword('seed', String(seed))])],
        scope,
      ),
      `[${before.length}]`,
    ];
  },
  offset: ({ input, offset }, scope) => step(input, 'offset', [String(offset)], scope),
  deduplicate: ({ input, columnNames, allColumnsAsKeys, withinWatermark }, scope) => {
    if (withinWatermark === true) return noForm('duplicates within a watermark');
    return allColumnsAsKeys === true
      ? step(input, 'distinct', [], scope)
      : step(input, 'dropDuplicates', [list(texts(columnNames))], scope);
  },
  range: ({ start, end, step: by, numPartitions }) =>
    call('spark.range', [
      String(start ?? 0),
      String(end),
      String(by),
      ...(numPartitions === undefined ? [] : [String(numPartitions)]),
    ]),
  subqueryAlias: ({ input, alias }, scope) => step(input, 'alias', [pyString(alias)], scope),
  repartition: ({ input, numPartitions, shuffle }, scope) =>
    step(input, shuffle === true ? 'repartition' : 'coalesce', [String(numPartitions)], scope),
  toDf: ({ input, columnNames }, scope) => step(input, 'toDF', texts(columnNames), scope),
  withColumnsRenamed: ({ input, renames, renameColumnsMap }, scope) => {
    const all = [...renames.map((r) => [r.colName, r.newColName]), ...Object.entries(renameColumnsMap)];
    const [[from, to] = []] = all;
    return all.length === 1 && from !== undefined && to !== undefined
      ? step(input, 'withColumnRenamed', [pyString(from), pyString(to)], scope)
      : step(input, 'withColumnsRenamed', [dict(all.map(([a = '', b = '']) => [pyString(a), pyString(b)]))], scope);
  },
  showString: () => noForm('a drawn table'),
  drop: ({ input, columns: dropped, columnNames }, scope) =>
    step(input, 'drop', [...texts(columnNames), ...dropped.map((c) => column(c, scope))], scope),
  tail: ({ input, limit }, scope) => {
    const rows = relationCode(input, scope);
    return call('spark.createDataFrame', [chain(rows, `.tail(${limit})`), chain(rows, '.schema')]);
  },
  withColumns: ({ input, aliases }, scope) => {
    const [alias] = aliases;
    if (aliases.length === 1 && alias?.metadata !== undefined) {
      scope.needs('import json');
      const metadataCode = call('json.loads', [pyString(alias.metadata)]);
      return step(input, 'withMetadata', [pyString(alias.name[0] ?? ''), metadataCode], scope);
    }
    const added = aliases.map(({ expr, name, metadata }): readonly [Doc, Doc] =>
      metadata === undefined ? [pyString(name[0] ?? ''), column(expr, scope)] : noForm('a new column with metadata'),
    );
    const [first] = added;
    return added.length === 1 && first !== undefined
      ? step(input, 'withColumn', first, scope)
      : step(input, 'withColumns', [dict(added)], scope);
  },
  hint: ({ input, name, parameters }, scope) =>
    step(input, 'hint', [pyString(name), ...parameters.map((p) => columnOrName(p, scope))], scope),
  unpivot: ({ input, ids, values, variableColumnName, valueColumnName }, scope) =>
    step(
      input,
      'unpivot',
      [
        list(columns(ids, scope)),
        values === undefined ? 'None' : list(columns(values.values, scope)),
        pyString(variableColumnName),
        pyString(valueColumnName),
      ],
      scope,
    ),
  toSchema: ({ input, schema }, scope) => {
    const type = typeFromProto(schema);
    scope.needs('from pyspark.sql.types import StructType');
    return step(
      input,
      'to',
      [call('StructType.fromDDL', [pyString(type.kind === 'struct' ? schemaToDdl(type) : typeToDdl(type))])],
      scope,
    );
  },
  repartitionByExpression: ({ input, partitionExprs, numPartitions }, scope) =>
    step(
      input,
      'repartition',
      [...(numPartitions === undefined ? [] : [String(numPartitions)]), ...columns(partitionExprs, scope)],
      scope,
    ),
  mapPartitions: () => noForm('a user function over partitions'),
  collectMetrics: ({ input, name, metrics }, scope) =>
    step(input, 'observe', [pyString(name), ...metrics.map((m) => column(m, scope))], scope),
  parse: () => noForm('a parse of text rows'),
  groupMap: () => noForm('a user function over groups'),
  coGroupMap: () => noForm('a user function over groups'),
  withWatermark: ({ input, eventTime, delayThreshold }, scope) =>
    step(input, 'withWatermark', texts([eventTime, delayThreshold]), scope),
  applyInPandasWithState: () => noForm('a user function with state'),
  htmlString: () => noForm('a drawn table'),
  cachedLocalRelation: () => noForm('rows kept on the engine'),
  cachedRemoteRelation: () => noForm('rows kept on the engine'),
  commonInlineUserDefinedTableFunction: ({ functionName }) => noForm(`the user function ${functionName}`),
  asOfJoin: () => noForm('an as-of join'),
  commonInlineUserDefinedDataSource: ({ name }) => noForm(`the user's data source ${name}`),
  withRelations: ({ root, references }, scope) =>
    root?.relType.case === 'sql'
      ? query(root.relType.value, references, scope)
      : noForm('subqueries inside expressions'),
  transpose: ({ input, indexColumns }, scope) => step(input, 'transpose', columns(indexColumns, scope), scope),
  unresolvedTableValuedFunction: ({ functionName }) => noForm(`the table function ${functionName}`),
  lateralJoin: () => noForm('a lateral join'),
  chunkedCachedLocalRelation: () => noForm('rows kept on the engine'),
  relationChanges: () => noForm('the changes of a table'),
  nearestByJoin: () => noForm('a nearest-by join'),
  zip: ({ left, right }, scope) => step(left, 'zip', [relationCode(right, scope)], scope),
  fillNa: ({ input, cols, values }, scope) => {
    const [first] = values;
    return values.length === 1
      ? step(input, 'fillna', [anyLiteral(first, scope), ...subset(cols)], scope)
      : step(input, 'fillna', [dict(cols.map((name, i) => [pyString(name), anyLiteral(values[i], scope)]))], scope);
  },
  dropNa: ({ input, cols, minNonNulls }, scope) =>
    step(
      input,
      'dropna',
      [...(minNonNulls === undefined ? [] : [keyword('thresh', String(minNonNulls))]), ...subset(cols)],
      scope,
    ),
  replace: ({ input, cols, replacements }, scope) =>
    step(
      input,
      'replace',
      [dict(replacements.map((r) => [anyLiteral(r.oldValue, scope), anyLiteral(r.newValue, scope)])), ...subset(cols)],
      scope,
    ),
  summary: ({ input, statistics }, scope) => step(input, 'summary', texts(statistics), scope),
  crosstab: ({ input, col1, col2 }, scope) => step(input, 'crosstab', texts([col1, col2]), scope),
  describe: ({ input, cols }, scope) => step(input, 'describe', texts(cols), scope),
  cov: ({ input, col1, col2 }, scope) => oneValue(step(input, 'cov', texts([col1, col2]), scope), 'cov double'),
  corr: ({ input, col1, col2 }, scope) => oneValue(step(input, 'corr', texts([col1, col2]), scope), 'corr double'),
  approxQuantile: ({ input, cols, probabilities, relativeError }, scope) =>
    oneValue(
      step(
        input,
        'approxQuantile',
        [list(texts(cols)), list(probabilities.map(pyFloat)), pyFloat(relativeError)],
        scope,
      ),
      'approx_quantile array<array<double>>',
    ),
  freqItems: ({ input, cols, support }, scope) =>
    step(input, 'freqItems', [list(texts(cols)), ...(support === undefined ? [] : [pyFloat(support)])], scope),
  sampleBy: ({ input, col, fractions, seed }, scope) =>
    step(
      input,
      'sampleBy',
      [
        col === undefined ? noForm('a sample by nothing') : columnOrName(col, scope),
        dict(fractions.map((f) => [anyLiteral(f.stratum, scope), pyFloat(f.fraction)])),
        ...(seed === undefined ? [] : [keyword('seed', String(seed))]),
      ],
      scope,
    ),
  catalog: () => noForm('a look into the catalogue'),
  mlRelation: (_, scope, whole) => modelRows(whole, scope),
  extension: () => noForm('an extension of the protocol'),
  unknown: () => noForm('an unknown relation'),
};

/** A relation as PySpark code: the variable that holds it, else the calls that make it. Throws {@link NoPythonForm}. */
export function relationCode(relation: Relation | undefined, scope: Scope): Doc {
  if (relation === undefined) return noForm('a relation without an input');
  const rows = plainRows(relation);
  return scope.variable(rows) ?? definition(rows, scope);
}

/** The calls that make a relation, whether or not a variable holds it. */
export const definition = (relation: Relation, scope: Scope): Doc => onRelation(table, relation, scope, relation);
