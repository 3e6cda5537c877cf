import { axes, chartColors, chartOf, fromInput, styleFields, maxValuesToDisplay } from '../kit/chart-fields.ts';
import { chartKinds } from '../kit/charts.ts';
import { requireColumn } from '../kit/columns.ts';
import { countsOf } from '../kit/counts.ts';
import { choice, column, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const city = 'city string, count bigint';

export const graphGroupByColumn = processor({
  nodeClass: 'fire.nodes.graph.NodeGraphGroupByColumn',
  name: 'GraphGroupByColumn',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Counts the rows per value of a column and draws the counts sorted by value, the first ones up to the maximum. Null is counted as a value of its own. The counts are one output, the unchanged input is the other.',
  fields: {
    title: text({ default: 'Graph of counts Grouped By Column' }),
    ...styleFields,
    ...axes,
    maxValuesToDisplay,
    chartColors,
    groupByColumn: column({ default: 'col1', title: 'Group by' }),
    graphType: choice(['COLUMNCHART', 'BARCHART', 'LINECHART'], {
      default: 'COLUMNCHART',
      aliases: { 0: 'COLUMNCHART', 1: 'BARCHART', 2: 'LINECHART', 3: 'COLUMNCHART' },
      widget: 'enum',
    }),
  },
  outputs: ['output', 'input'],
  defaultOutput: 'input',
  examples: [
    {
      name: 'counts rows per value, null first; passes the input on as the second output',
      fields: { groupByColumn: 'city', graphType: 'LINECHART', title: 'Cities' },
      input: table('city string, n int', [
        ['Rome', 1],
        ['Oslo', 2],
        ['Rome', 3],
        [null, 4],
        ['Ålesund', 5],
      ]),
      output: [
        table(city, [
          [null, 1n],
          ['Oslo', 1n],
          ['Rome', 2n],
          ['Ålesund', 1n],
        ]),
        table('city string, n int', [
          ['Rome', 1],
          ['Oslo', 2],
          ['Rome', 3],
          [null, 4],
          ['Ålesund', 5],
        ]),
      ],
      ordered: true,
      results: [
        {
          type: 'chart',
          title: 'Cities',
          kind: 'line',
          data: table(city, [
            [null, 1n],
            ['Oslo', 1n],
            ['Rome', 2n],
            ['Ålesund', 1n],
          ]),
        },
      ],
    },
    {
      name: 'draws the first values only; reads the former number of a chart; a column called count',
      fields: { groupByColumn: 'count', maxValuesToDisplay: '2', graphType: '1' },
      input: table('count int', [[3], [1], [2], [1]]),
      results: [
        {
          type: 'chart',
          kind: 'stacked-column',
          data: table('count int, count_ bigint', [
            [1, 2n],
            [2, 1n],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { groupByColumn: 'a.b' },
      input: table('`a.b` date', []),
      output: [table('`a.b` date, count bigint', []), table('`a.b` date', [])],
      results: [{ type: 'chart', kind: 'column', data: table('`a.b` date, count bigint', []) }],
    },
  ],
  run({ input, schema, fields }) {
    const column = requireColumn(schema, fields.groupByColumn, 'groupByColumn').name;
    const { rows, x, y } = countsOf(input, column);
    return {
      outputs: [rows, input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data: rows.limit(fields.maxValuesToDisplay),
          limit: fields.maxValuesToDisplay,
          chart: chartOf(chartKinds[fields.graphType], { x, y: [y], from: fromInput([x], [column]) }, fields),
        },
      ],
    };
  },
});
