import { axes, chartColors, chartOf, isStreaming, styleFields, maxValuesToDisplay } from '../kit/chart-fields.ts';
import { chartKinds, numberedCharts } from '../kit/charts.ts';
import { choice, column, flag, text } from '../kit/fields.ts';
import { columns, list } from '../kit/list-fields.ts';
import { number } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { plot } from './_series.ts';

export const graphValues = processor({
  nodeClass: 'fire.nodes.graph.NodeGraphValues',
  name: 'GraphValues',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws one or more columns over an x column for the first rows. By default, rows are sorted by the x column, nulls first; without an x column, the row number is used. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Graph Values' }),
    ...styleFields,
    ...axes,
    maxValuesToDisplay,
    graphType: choice(
      ['LINECHART', 'COLUMNCHART', 'BARCHART', 'PIE', 'DONUT', 'SCATTERCHART', 'DUALLINECHART', 'AREACHART'],
      { default: 'COLUMNCHART', aliases: numberedCharts, widget: 'enum' },
    ),
    chartColors,
    isStreaming,
    isAnnotation: flag({ default: false, title: 'Show values at the markers' }),
    markerSize: number({ default: 6, min: 0, title: 'Marker size' }),
    xCol: column({ title: 'X column' }),
    xSortCol: flag({ default: true, title: 'Sort by the x column' }),
    yCols: columns({ required: true, title: 'Y columns' }),
    ySortCol: column({ title: 'Sort by a y column', description: 'Overrides sorting by the x column' }),
    reNameYColumns: list({ widget: 'variables_selected', title: 'Series names' }),
  },
  examples: [
    {
      name: 'draws a line sorted by x whatever the input order; passes the input on',
      fields: { graphType: 'LINECHART', xCol: 'hour', yCols: ['speed'], xlabel: 'Hour' },
      input: table('hour int, speed double', [
        [2, 11.5],
        [0, 20.25],
        [1, null],
        [null, 1],
      ]),
      output: table('hour int, speed double', [
        [2, 11.5],
        [0, 20.25],
        [1, null],
        [null, 1],
      ]),
      ordered: true,
      results: [
        {
          type: 'chart',
          title: 'Graph Values',
          kind: 'line',
          data: table('hour int, speed double', [
            [null, 1],
            [0, 20.25],
            [1, null],
            [2, 11.5],
          ]),
        },
      ],
    },
    {
      name: 'draws values up to the maximum, in input order if not sorted',
      fields: { xCol: 'city', yCols: ['a', 'b'], xSortCol: 'false', maxValuesToDisplay: '2', title: 'Two' },
      input: table('city string, a int, b int', [
        ['z', 1, 2],
        ['ä', 3, 4],
        ['m', 5, 6],
      ]),
      output: table('city string, a int, b int', [
        ['z', 1, 2],
        ['ä', 3, 4],
        ['m', 5, 6],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Two',
          kind: 'column',
          data: table('city string, a int, b int', [
            ['z', 1, 2],
            ['ä', 3, 4],
          ]),
        },
      ],
    },
    {
      name: 'draws without an x column, reads the former number of a chart and names a series',
      fields: { xCol: '', yCols: ['c1', 'c2'], graphType: '3', reNameYColumns: ['first', ''] },
      input: table('c1 double, c2 double', [
        [3, 1],
        [1, 2],
      ]),
      results: [
        {
          type: 'chart',
          kind: 'pie',
          data: table('first double, c2 double', [
            [3, 1],
            [1, 2],
          ]),
        },
      ],
    },
    {
      name: 'sorts by a column that is not drawn; draws x over itself',
      fields: { xCol: 'a.b', yCols: ['a.b'], ySortCol: 'n', graphType: 'AREACHART' },
      input: table('`a.b` int, n double', [
        [1, 2.5],
        [2, 0.5],
        [3, 1.5],
      ]),
      results: [
        {
          type: 'chart',
          kind: 'area',
          data: table('`a.b` int, `a.b_` int', [
            [2, 2],
            [3, 3],
            [1, 1],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { xCol: 'x', yCols: ['y'], graphType: 'PIE' },
      input: table('x int, y int', []),
      output: table('x int, y int', []),
      results: [{ type: 'chart', title: 'Graph Values', kind: 'pie', data: table('x int, y int', []) }],
    },
  ],
  run({ input, schema, fields }) {
    const { data, ...encodings } = plot(input, schema, fields);
    const { isAnnotation, markerSize } = fields;
    return {
      outputs: [input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data,
          limit: fields.maxValuesToDisplay,
          chart: chartOf(chartKinds[fields.graphType], encodings, fields, { annotated: isAnnotation, markerSize }),
        },
      ],
    };
  },
});
