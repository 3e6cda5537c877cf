import { axes, chartColors, chartOf, isStreaming, styleFields, maxValuesToDisplay } from '../kit/chart-fields.ts';
import { choice, column, flag, text } from '../kit/fields.ts';
import { columns, list } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { plot } from './_series.ts';

const kinds = {
  VERTICALBAR: { plain: 'column', stacked: 'stacked-column' },
  HORIZONTALBAR: { plain: 'bar', stacked: 'stacked-bar' },
} as const;

export const barChart = processor({
  nodeClass: 'fire.nodes.graph.NodeBarChart',
  name: 'Bar Chart',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws vertical or horizontal bars for one or more columns of the first rows, side by side or stacked. By default, rows are sorted by the x column, nulls first. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Bar Chart' }),
    ...styleFields,
    ...axes,
    maxValuesToDisplay,
    graphType: choice(['HORIZONTALBAR', 'VERTICALBAR'], { default: 'VERTICALBAR', widget: 'enum' }),
    chartColors,
    isStreaming,
    stacked: flag({ default: false, title: 'Stacked bars' }),
    material: flag({ default: false, title: 'Flat style' }),
    dualAxis: flag({ default: false, title: 'Second axis for the second series' }),
    colorRange: flag({ default: false, title: 'Colour by value' }),
    xCol: column({ required: true, title: 'X column' }),
    xSortCol: flag({ default: true, title: 'Sort by the x column' }),
    yCols: columns({ required: true, title: 'Y columns' }),
    ySortCol: column({ title: 'Sort by a y column', description: 'Overrides sorting by the x column' }),
    reNameYColumns: list({ widget: 'variables_selected', title: 'Series names' }),
  },
  examples: [
    {
      name: 'draws vertical bars in the order of x',
      fields: { xCol: 'city', yCols: ['sold'], title: 'Sold' },
      input: table('city string, sold int', [
        ['Rome', 3],
        ['Oslo', null],
        [null, 1],
      ]),
      output: table('city string, sold int', [
        ['Rome', 3],
        ['Oslo', null],
        [null, 1],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Sold',
          kind: 'column',
          data: table('city string, sold int', [
            [null, 1],
            ['Oslo', null],
            ['Rome', 3],
          ]),
        },
      ],
    },
    {
      name: 'draws the first horizontal stacked bars, sorted by a series, with series names',
      fields: {
        graphType: 'HORIZONTALBAR',
        stacked: 'true',
        xCol: 'c',
        yCols: ['a', 'b'],
        ySortCol: 'b',
        reNameYColumns: ['A', 'C'],
        maxValuesToDisplay: '2',
      },
      input: table('c string, a double, b double', [
        ['x', 1, 9],
        ['y', 2, 7],
        ['z', 3, 8],
      ]),
      results: [
        {
          type: 'chart',
          kind: 'stacked-bar',
          data: table('c string, A double, C_ double', [
            ['y', 2, 7],
            ['z', 3, 8],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { xCol: 'a.b', yCols: ['n'], stacked: 'true' },
      input: table('`a.b` string, n bigint', []),
      output: table('`a.b` string, n bigint', []),
      results: [{ type: 'chart', kind: 'stacked-column', data: table('`a.b` string, n bigint', []) }],
    },
  ],
  run({ input, schema, fields }) {
    const { data, ...encodings } = plot(input, schema, fields);
    const { material, dualAxis, colorRange } = fields;
    const kind = kinds[fields.graphType][fields.stacked ? 'stacked' : 'plain'];
    return {
      outputs: [input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data,
          limit: fields.maxValuesToDisplay,
          chart: chartOf(kind, encodings, fields, { material, dualAxis, colorRange }),
        },
      ],
    };
  },
});
