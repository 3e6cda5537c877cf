import { quoteName, schemaToDdl, typeFromProto, typeToDdl } from '@millrace/spark-connect';
import type { Aggregate, Expression, Join, Read, Relation } from '@millrace/spark-connect/proto';
import { expressionText } from '../sql-text/expression.ts';
import { literalText } from '../sql-text/literal.ts';
import { quote, type NameOfPlan } from '../sql-text/names.ts';
import { sortText } from '../sql-text/window.ts';
import { onRelation, type RelationTable } from '@millrace/spark-connect/visit';
import { stageText } from './stage-text.ts';
import { groupWords, joinWords, parseWords, setWords } from './words.ts';

const columns = (names: readonly string[]): string => names.map(quoteName).join(', ');
const options = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}=${quote(value)}`)
    .join('');
const rows = (n: number): string => `${n} row${n === 1 ? '' : 's'}`;
const lineWidth = 100;
/** Items with commas between them; one a line where they are too long together. */
const items = (texts: readonly string[]): string => {
  const line = texts.join(', ');
  return line.length <= lineWidth || texts.length < 2 ? line : texts.join(',\n  ');
};
const list = (expressions: readonly Expression[], names: NameOfPlan): string =>
  items(expressions.map((e) => expressionText(e, names)));
const on = (condition: Expression | undefined, names: NameOfPlan): string =>
  condition === undefined ? '' : ` on ${expressionText(condition, names)}`;
const suffix = (word: string, text: string): string => (text === '' ? '' : ` ${word} ${text}`);

function readText({ readType }: Read): string {
  switch (readType.case) {
    case 'namedTable':
      return `Table ${readType.value.unparsedIdentifier}${options(readType.value.options)}`;
    case 'dataSource': {
      const { format, paths, schema, options: values } = readType.value;
      return `Read ${format ?? 'files'} ${paths.map(quote).join(', ')}${options(values)}${suffix('as', schema ?? '')}`;
    }
    default:
      return 'Read';
  }
}

function aggregateText(aggregate: Aggregate, names: NameOfPlan): string {
  const { groupType, groupingExpressions, groupingSets, aggregateExpressions, pivot } = aggregate;
  const sets = groupingSets.map(({ groupingSet }) => `(${list(groupingSet, names)})`).join(', ');
  const by = suffix(groupWords[groupType], sets || list(groupingExpressions, names));
  const values = pivot?.values.map(literalText).join(', ') ?? '';
  const across =
    pivot === undefined ? '' : ` across ${expressionText(pivot.col, names)}${values === '' ? '' : ` (${values})`}`;
  return `Group${by}${across}${suffix('→', list(aggregateExpressions, names))}`;
}

const joinText = ({ joinType, usingColumns, joinCondition }: Join, names: NameOfPlan): string =>
  `${joinWords[joinType]}${suffix('using', columns(usingColumns))}${on(joinCondition, names)}`;

const table: RelationTable<[NameOfPlan, Relation], string> = {
  read: readText,
  project: ({ expressions }, names) => `Select ${list(expressions, names)}`,
  filter: ({ condition }, names) => `Filter ${expressionText(condition, names)}`,
  join: joinText,
  setOp: ({ setOpType, isAll, byName }) =>
    `${setWords[setOpType]}${isAll === true ? ' all' : ''}${byName === true ? ' by name' : ''}`,
  sort: ({ order, isGlobal }, names) =>
    `Sort ${order.map((o) => sortText(o, (e) => expressionText(e, names))).join(', ')}${isGlobal === false ? ' within partitions' : ''}`,
  limit: ({ limit }) => `First ${rows(limit)}`,
  aggregate: aggregateText,
  sql: ({ query }) => `SQL ${query.trim()}`,
  localRelation: ({ schema }) => `Rows of (${schema ?? ''})`,
  sample: ({ lowerBound, upperBound, seed, withReplacement }) =>
    `Sample from ${lowerBound} to ${upperBound}${withReplacement === true ? ' with replacement' : ''}${suffix('seed', seed === undefined ? '' : String(seed))}`,
  offset: ({ offset }) => `Skip ${rows(offset)}`,
  deduplicate: ({ columnNames, allColumnsAsKeys }) =>
    `Distinct${suffix('by', allColumnsAsKeys === true ? '' : columns(columnNames))}`,
  range: ({ start, end, step }) => `Range ${start ?? 0} to ${end} step ${step}`,
  subqueryAlias: ({ alias }) => `As ${quoteName(alias)}`,
  repartition: ({ numPartitions, shuffle }) => `${shuffle === true ? 'Repartition' : 'Coalesce'} to ${numPartitions}`,
  toDf: ({ columnNames }) => `Name columns ${columns(columnNames)}`,
  withColumnsRenamed: ({ renames, renameColumnsMap }) =>
    `Rename ${[...renames.map((r) => [r.colName, r.newColName]), ...Object.entries(renameColumnsMap)]
      .map(([from = '', to = '']) => `${quoteName(from)} to ${quoteName(to)}`)
      .join(', ')}`,
  showString: ({ numRows }) => `Show ${rows(numRows)}`,
  drop: ({ columnNames, columns: dropped }, names) =>
    `Drop ${[...columnNames.map(quoteName), ...dropped.map((c) => expressionText(c, names))].join(', ')}`,
  tail: ({ limit }) => `Last ${rows(limit)}`,
  withColumns: ({ aliases }, names) =>
    `Add ${items(aliases.map(({ expr, name }) => `${expressionText(expr, names)} AS ${quoteName(name[0] ?? '')}`))}`,
  hint: ({ name, parameters }, names) => `Hint ${name}${suffix('of', list(parameters, names))}`,
  unpivot: ({ ids, values, variableColumnName, valueColumnName }, names) =>
    `Unpivot ${values === undefined ? 'the other columns' : list(values.values, names)} into ${columns([variableColumnName, valueColumnName])}${suffix('beside', list(ids, names))}`,
  toSchema: ({ schema }) => {
    const type = typeFromProto(schema);
    return `As schema (${type.kind === 'struct' ? schemaToDdl(type) : typeToDdl(type)})`;
  },
  repartitionByExpression: ({ partitionExprs, numPartitions }, names) =>
    `Repartition by ${list(partitionExprs, names)}${suffix('to', String(numPartitions ?? ''))}`,
  mapPartitions: ({ func }) => `Map partitions by ${func?.functionName ?? ''}`,
  collectMetrics: ({ name, metrics }, names) => `Observe ${quoteName(name)}: ${list(metrics, names)}`,
  parse: ({ format }) => `Parse ${parseWords[format]}`,
  groupMap: ({ groupingExpressions, func }, names) =>
    `Map groups by ${list(groupingExpressions, names)} with ${func?.functionName ?? ''}`,
  coGroupMap: ({ inputGroupingExpressions, func }, names) =>
    `Map cogroups by ${list(inputGroupingExpressions, names)} with ${func?.functionName ?? ''}`,
  withWatermark: ({ eventTime, delayThreshold }) => `Watermark ${quoteName(eventTime)} delay ${quote(delayThreshold)}`,
  applyInPandasWithState: ({ groupingExpressions }, names) =>
    `Map groups with state by ${list(groupingExpressions, names)}`,
  htmlString: ({ numRows }) => `Show ${rows(numRows)} as HTML`,
  cachedLocalRelation: ({ hash }) => `Rows kept as ${hash.slice(0, 12)}`,
  cachedRemoteRelation: ({ relationId }) => `Rows kept on the engine as ${relationId}`,
  commonInlineUserDefinedTableFunction: ({ functionName, arguments: args }, names) =>
    `Table function ${functionName}(${list(args, names)})`,
  asOfJoin: ({ direction, leftAsOf, rightAsOf, usingColumns, joinExpr }, names) =>
    `As-of join ${direction} ${expressionText(leftAsOf, names)} to ${expressionText(rightAsOf, names)}${suffix('using', columns(usingColumns))}${on(joinExpr, names)}`,
  commonInlineUserDefinedDataSource: ({ name }) => `Data source ${name}`,
  withRelations: ({ root }, names) => (root === undefined ? 'With inputs' : relationText(root, names)),
  transpose: ({ indexColumns }, names) => `Transpose${suffix('by', list(indexColumns, names))}`,
  unresolvedTableValuedFunction: ({ functionName, arguments: args }, names) =>
    `Table function ${functionName}(${list(args, names)})`,
  lateralJoin: ({ joinType, joinCondition }, names) =>
    `Lateral ${joinWords[joinType].toLowerCase()}${on(joinCondition, names)}`,
  chunkedCachedLocalRelation: ({ dataHashes }) => `Rows kept in ${dataHashes.length} parts`,
  relationChanges: ({ unparsedIdentifier }) => `Changes of ${unparsedIdentifier}`,
  nearestByJoin: ({ numResults, joinType, rankingExpression }, names) =>
    `Nearest ${numResults} ${joinType} join${suffix('by', expressionText(rankingExpression, names))}`,
  zip: () => 'Zip',
  fillNa: ({ cols, values }) => `Fill nulls${suffix('of', columns(cols))} with ${values.map(literalText).join(', ')}`,
  dropNa: ({ cols, minNonNulls }) =>
    `Drop rows with ${minNonNulls === undefined ? 'any null' : `fewer than ${minNonNulls} values`}${suffix('in', columns(cols))}`,
  replace: ({ cols, replacements }) =>
    `Replace ${replacements.map((r) => `${literalText(r.oldValue)} by ${literalText(r.newValue)}`).join(', ')}${suffix('in', columns(cols))}`,
  summary: ({ statistics }) => `Summary${suffix('of', statistics.join(', '))}`,
  crosstab: ({ col1, col2 }) => `Cross table of ${columns([col1, col2])}`,
  describe: ({ cols }) => `Describe${suffix('', columns(cols))}`,
  cov: ({ col1, col2 }) => `Covariance of ${columns([col1, col2])}`,
  corr: ({ col1, col2 }) => `Correlation of ${columns([col1, col2])}`,
  approxQuantile: ({ cols, probabilities }) => `Quantiles ${probabilities.join(', ')} of ${columns(cols)}`,
  freqItems: ({ cols, support }) => `Frequent items of ${columns(cols)}${suffix('above', String(support ?? ''))}`,
  sampleBy: ({ col, fractions, seed }, names) =>
    `Sample by ${expressionText(col, names)} ${fractions.map((f) => `${literalText(f.stratum)}: ${f.fraction}`).join(', ')}${suffix('seed', seed === undefined ? '' : String(seed))}`,
  catalog: ({ catType }) => `Catalogue ${catType.case ?? ''}`,
  mlRelation: (_, __, whole) => stageText(whole),
  extension: ({ typeUrl }) => `Extension ${typeUrl}`,
  unknown: () => 'Unknown',
};

/** What a relation does to its inputs, in one line. */
export const relationText = (relation: Relation, names: NameOfPlan): string =>
  onRelation(table, relation, names, relation);
