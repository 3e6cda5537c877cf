import { functions as F } from '@millrace/spark-connect';
import { aggregations, aggregatesOf } from '../kit/aggregates.ts';
import { requireColumns } from '../kit/columns.ts';
import { choice, column, expression, layout, text } from '../kit/fields.ts';
import { columns, rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const groupBy = processor({
  nodeClass: 'fire.nodes.etl.NodeGroupBy',
  name: 'Group By',
  type: 'transform',
  category: 'Data-Preparation/Group',
  description:
    'Returns one row for each group of equal keys (null is a key of its own) with the selected aggregates, named `<operation>_<column>` by default. Aggregates ignore nulls; without any values, a sum or an average is null and a count is 0. Rows can be filtered before and groups after the aggregation.',
  fields: {
    aggregation: layout(),
    groupingCols: columns({ required: true, title: 'Group by' }),
    aggregates: rows(
      {
        aggregateCols: column({ required: true, title: 'Column' }),
        aggregateOperations: choice(aggregations, { required: true, title: 'Operation' }),
        outputColNames: text({ title: 'New name' }),
      },
      { key: 'aggregateCols', required: true },
    ),
    filter: layout(),
    whereClause: expression({ title: 'Rows to include', description: 'A Spark SQL condition over the input' }),
    havingClause: expression({
      title: 'Groups to keep',
      description: 'A Spark SQL condition over aggregates of the input, such as COUNT(*) > 1, or over the new columns',
    }),
  },
  examples: [
    {
      name: 'computes sum, average, count and distinct count for each key; null is a key; aggregates ignore nulls',
      fields: {
        groupingCols: ['city'],
        aggregateCols: ['n', 'n', 'n', 'n'],
        aggregateOperations: ['sum', 'avg', 'count', 'count_distinct'],
        outputColNames: ['', 'mean', '', ''],
      },
      input: table('city string, n int', [
        ['Rome', 1],
        ['Rome', 1],
        ['Rome', 4],
        [null, null],
        [null, 7],
        ['Oslo', null],
      ]),
      output: table('city string, sum_n bigint, mean double, count_n bigint, count_distinct_n bigint', [
        ['Rome', 6n, 2, 3n, 2n],
        [null, 7n, 7, 1n, 1n],
        ['Oslo', null, null, 0n, 0n],
      ]),
    },
    {
      name: 'filters rows before and groups after, by an aggregate that is not returned',
      fields: {
        groupingCols: ['k'],
        aggregateCols: ['x'],
        aggregateOperations: ['max'],
        whereClause: 'x > 0 or isnan(x)',
        havingClause: 'COUNT(*) > 1',
      },
      input: table('k int, x double', [
        [1, 2],
        [1, Number.NaN],
        [1, -9],
        [2, 5],
        [2, -1],
        [3, 1],
        [3, 2],
      ]),
      output: table('k int, max_x double', [
        [1, Number.NaN],
        [3, 2],
      ]),
    },
    {
      name: 'filters groups by a new column; rounds averages of decimals; takes names with dots',
      fields: {
        groupingCols: ['a.b', 'ü'],
        aggregateCols: ['m', 'm'],
        aggregateOperations: ['avg', 'sum'],
        havingClause: 'sum_m < 0',
      },
      input: table('`a.b` string, `ü` date, m decimal(10,2)', [
        ['x', '2024-01-01', '-0.01'],
        ['x', '2024-01-01', '-0.01'],
        ['x', '2024-01-01', '0.00'],
        ['y', null, '1.00'],
      ]),
      output: table('`a.b` string, `ü` date, avg_m decimal(14,6), sum_m decimal(20,2)', [
        ['x', '2024-01-01', '-0.006667', '-0.02'],
      ]),
    },
    {
      name: 'returns no groups for an empty input',
      fields: { groupingCols: ['k'], aggregateCols: ['n'], aggregateOperations: ['count'] },
      input: table('k int, n int', []),
      output: table('k int, count_n bigint', []),
    },
    {
      name: 'fails on overflow of a sum of integers instead of wrapping around',
      fields: { groupingCols: ['k'], aggregateCols: ['n'], aggregateOperations: ['sum'] },
      input: table('k int, n bigint', [
        [0, 5n],
        [1, 9223372036854775807n],
        [1, 1n],
        [2, null],
      ]),
      error: 'overflow',
    },
    {
      name: 'rejects an unknown column',
      fields: { groupingCols: ['town'], aggregateCols: ['n'], aggregateOperations: ['sum'] },
      input: table('city string, n int', []),
      error: 'unknown column "town" in field "groupingCols": the input has city, n',
    },
  ],
  run({ input, schema, engine, fields }) {
    const { groupingCols, aggregates, whereClause, havingClause } = fields;
    requireColumns(schema, groupingCols, 'groupingCols');
    const rows = whereClause === undefined ? input : input.filter(F.expr(whereClause));
    const groups = rows.groupBy(...groupingCols.map(F.columnNamed));
    const aggregateColumns = aggregatesOf(aggregates, schema, engine);
    if (havingClause === undefined) return groups.agg(...aggregateColumns);
    if (!callsAggregate.test(havingClause.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, "''")))
      return groups.agg(...aggregateColumns).filter(F.expr(havingClause));
    return groups
      .agg(...aggregateColumns, F.expr(havingClause).alias(havingColumn))
      .filter(F.columnNamed(havingColumn))
      .drop(havingColumn);
  },
});

/** A condition over aggregates is computed as one of them, since Sail has no HAVING outside SQL. */
const callsAggregate =
  /\b(count|sum|avg|mean|min|max|first|last|any_value|stddev\w*|variance|var_\w+|median|percentile\w*|count_if|bool_\w+|every|some|collect_\w+|approx_\w+|kurtosis|skewness|mode)\s*\(/i;
const havingColumn = '_having';
