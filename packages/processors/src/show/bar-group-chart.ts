import { functions as F, types, Window } from '@millrace/spark-connect';
import { aggregate } from '../kit/aggregates.ts';
import {
  axes,
  chartColors,
  chartOf,
  fromInput,
  isStreaming,
  styleFields,
  maxValuesToDisplay,
} from '../kit/chart-fields.ts';
import { requireColumn, uniqueNames } from '../kit/columns.ts';
import { choice, column, flag, text } from '../kit/fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const barGroupChart = processor({
  nodeClass: 'fire.nodes.graph.NodeBarGroupChart',
  name: 'Bar Group Chart',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws a bar for each pair of x value and group with the sum of a column as its height; the bars of an x value are side by side. The limit counts x values, which are sorted in ascending order by default. As percentages, the bars of an x value add up to 100; a sum of 0 has no percentages. Nulls are ignored in sums. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Bar Group Chart' }),
    ...styleFields,
    ...axes,
    xSort: choice(['asc', 'desc'], { title: 'X order', description: 'Ascending by default' }),
    maxValuesToDisplay,
    graphType: choice(['VERTICALBAR'], {
      default: 'VERTICALBAR',
      aliases: { VERTICALBARGROUP: 'VERTICALBAR' },
      widget: 'enum',
    }),
    chartColors,
    isStreaming,
    material: flag({ default: false, title: 'Flat style' }),
    percent: flag({ default: false, title: 'Percentages per x value' }),
    xCol: column({ required: true, title: 'X column' }),
    groupByCol: column({ required: true, title: 'Group' }),
    yCol: column({ required: true, title: 'Height', description: 'A numeric column to sum' }),
  },
  examples: [
    {
      name: 'sums per x and group in order, with null as a group; passes the input on',
      fields: { xCol: 'year', groupByCol: 'kind', yCol: 'n' },
      input: table('year int, kind string, n int', [
        [2024, 'b', 1],
        [2023, 'a', 2],
        [2024, 'b', 3],
        [2024, null, null],
        [2024, 'a', 5],
      ]),
      output: table('year int, kind string, n int', [
        [2024, 'b', 1],
        [2023, 'a', 2],
        [2024, 'b', 3],
        [2024, null, null],
        [2024, 'a', 5],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Bar Group Chart',
          kind: 'column',
          data: table('year int, kind string, n bigint', [
            [2023, 'a', 2n],
            [2024, null, null],
            [2024, 'a', 5n],
            [2024, 'b', 4n],
          ]),
        },
      ],
    },
    {
      name: 'shows percentages of the first x in descending order; reads the former chart type',
      fields: {
        xCol: 'x.1',
        groupByCol: 'g',
        yCol: 'n',
        percent: 'true',
        xSort: 'desc',
        maxValuesToDisplay: '1',
        graphType: 'VERTICALBARGROUP',
      },
      input: table('`x.1` string, g string, n double', [
        ['ä', 'p', 1],
        ['ä', 'q', 3],
        ['a', 'p', 5],
      ]),
      results: [
        {
          type: 'chart',
          data: table('`x.1` string, g string, n double', [
            ['ä', 'p', 25],
            ['ä', 'q', 75],
          ]),
        },
      ],
    },
    {
      name: 'accepts one column as x, group and height; a sum of 0 has no percentages',
      fields: { xCol: 'n', groupByCol: 'n', yCol: 'n', percent: 'true' },
      input: table('n int', [[0], [2], [2]]),
      results: [
        {
          type: 'chart',
          data: table('n int, n_ int, n_2 double', [
            [0, 0, null],
            [2, 2, 100],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { xCol: 'x', groupByCol: 'g', yCol: 'n' },
      input: table('x int, g int, n float', []),
      output: table('x int, g int, n float', []),
      results: [{ type: 'chart', data: table('x int, g int, n double', []) }],
    },
  ],
  run({ input, schema, engine, fields }) {
    const columns = [
      requireColumn(schema, fields.xCol, 'xCol'),
      requireColumn(schema, fields.groupByCol, 'groupByCol'),
      ...requireNumbers(schema, [fields.yCol], 'yCol'),
    ];
    const [x = '', series = '', y = ''] = uniqueNames(
      columns.map((c) => c.name),
      '_',
    );
    const height = columns[2]?.type ?? types.double;
    const [xKey, groupKey, sum, total] = [F.col('x'), F.col('g'), F.col('y'), F.col('total')];
    const descending = fields.xSort === 'desc';
    const direction = descending ? xKey.desc() : xKey.asc();
    const share = F.when(
      total.notEq(F.lit(0, types.double)),
      sum.cast(types.double).times(F.lit(100, types.double)).dividedBy(total),
    );
    const data = input
      .groupBy(F.columnNamed(fields.xCol).alias('x'), F.columnNamed(fields.groupByCol).alias('g'))
      .agg(aggregate('sum', F.columnNamed(fields.yCol), height, engine).alias('y'))
      .withColumn('total', F.sum(sum.cast(types.double)).over(Window.partitionBy(xKey)))
      .withColumn('place', F.denseRank().over(Window.orderBy(direction)))
      .filter(F.col('place').lte(fields.maxValuesToDisplay))
      .orderBy(F.col('place'), groupKey)
      .select(xKey.alias(x), groupKey.alias(series), (fields.percent ? share : sum).alias(y));
    const { material, percent } = fields;
    const from = fromInput(
      [x, series],
      columns.slice(0, 2).map((c) => c.name),
    );
    return {
      outputs: [input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data,
          chart: chartOf('column', { x, y: [y], series, from }, fields, { material, percent }),
        },
      ],
    };
  },
});
