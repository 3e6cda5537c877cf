import { functions as F, types } from '@millrace/spark-connect';
import { axes, chartColors, chartOf, fromInput, styleFields, maxValuesToDisplay } from '../kit/chart-fields.ts';
import { requireColumn, uniqueNames } from '../kit/columns.ts';
import { column, text } from '../kit/fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { quantile, sortValues } from '../kit/quantile.ts';

/** Column -> share of the values at or below it. */
const numbers = { min: 0, q1: 0.25, median: 0.5, q3: 0.75, max: 1 } as const;
const five = 'min double, q1 double, median double, q3 double, max double';

export const boxPlot = processor({
  nodeClass: 'fire.nodes.graph.NodeBoxPlot',
  name: 'Box Plot',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws the minimum, lower quartile, median, upper quartile and maximum of a column per group. Groups are sorted; the chart shows the first ones up to the maximum. Quartiles are exact values of the column. Null and NaN values are ignored; a null group is a group of its own. The five numbers are one output, the unchanged input is the other.',
  fields: {
    title: text({ default: 'Box Plot' }),
    ...styleFields,
    chartColors,
    ...axes,
    maxValuesToDisplay,
    groupByColumn: column({ required: true, title: 'Group by' }),
    valueColumn: column({ required: true, title: 'Values', description: 'A numeric column' }),
  },
  outputs: ['output', 'input'],
  defaultOutput: 'input',
  examples: [
    {
      name: 'summarizes even and odd numbers of values; ignores null and NaN; null is a group',
      fields: { groupByColumn: 'g', valueColumn: 'v' },
      input: table('g string, v double', [
        ['b', 4],
        ['b', 1],
        ['b', 3],
        ['b', 2],
        ['a', 7],
        ['a', 5],
        ['a', NaN],
        ['a', 6],
        ['a', null],
        [null, 9],
      ]),
      output: [
        table(`g string, ${five}`, [
          [null, 9, 9, 9, 9, 9],
          ['a', 5, 5, 6, 7, 7],
          ['b', 1, 1, 2, 3, 4],
        ]),
        table('g string, v double', [
          ['b', 4],
          ['b', 1],
          ['b', 3],
          ['b', 2],
          ['a', 7],
          ['a', 5],
          ['a', NaN],
          ['a', 6],
          ['a', null],
          [null, 9],
        ]),
      ],
      ordered: true,
      results: [
        {
          type: 'chart',
          title: 'Box Plot',
          kind: 'box',
          data: table(`g string, ${five}`, [
            [null, 9, 9, 9, 9, 9],
            ['a', 5, 5, 6, 7, 7],
            ['b', 1, 1, 2, 3, 4],
          ]),
        },
      ],
    },
    {
      name: 'draws the first groups only; keeps a column called min; a group may have no values',
      fields: { groupByColumn: 'min', valueColumn: 'v.1', maxValuesToDisplay: '2' },
      input: table('min int, `v.1` int', [
        [3, 1],
        [1, null],
        [2, 5],
      ]),
      results: [
        {
          type: 'chart',
          data: table('min int, min_ double, q1 double, median double, q3 double, max double', [
            [1, null, null, null, null, null],
            [2, 5, 5, 5, 5, 5],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { groupByColumn: 'g', valueColumn: 'v' },
      input: table('g string, v bigint', []),
      output: [table(`g string, ${five}`, []), table('g string, v bigint', [])],
      results: [{ type: 'chart', kind: 'box', data: table(`g string, ${five}`, []) }],
    },
  ],
  run({ input, schema, fields }) {
    const group = requireColumn(schema, fields.groupByColumn, 'groupByColumn').name;
    requireNumbers(schema, [fields.valueColumn], 'valueColumn');
    const [x = '', ...y] = uniqueNames([group, ...Object.keys(numbers)], '_');
    const value = F.columnNamed(fields.valueColumn).cast(types.double);
    const rows = input
      .groupBy(F.columnNamed(group).alias('g'))
      .agg(sortValues(F.when(value.isNaN().not(), value), types.double).alias('values'))
      .orderBy(F.col('g'))
      .select(
        F.col('g').alias(x),
        ...Object.values(numbers).map((p, i) => quantile(F.col('values'), p).alias(y[i] ?? '')),
      );
    return {
      outputs: [rows, input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data: rows.limit(fields.maxValuesToDisplay),
          limit: fields.maxValuesToDisplay,
          chart: chartOf('box', { x, y, from: fromInput([x], [group]) }, fields),
        },
      ],
    };
  },
});
