import { axes, chartColors, chartOf, styleFields, maxValuesToDisplay } from '../kit/chart-fields.ts';
import { column, flag, text } from '../kit/fields.ts';
import { columns, list } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { plot } from './_series.ts';

export const scatterChart = processor({
  nodeClass: 'fire.nodes.graph.NodeScatterChart',
  name: 'Scatter Chart',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws one or more columns as points over an x column for the first rows, sorted by a column if one is chosen and otherwise in input order. A row with a null has no point. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Scatter Chart' }),
    ...styleFields,
    ...axes,
    maxValuesToDisplay,
    chartColors,
    material: flag({ default: false, title: 'Flat style' }),
    dualAxis: flag({ default: false, title: 'Second axis for the second series' }),
    xCol: column({ required: true, title: 'X column' }),
    yCols: columns({ required: true, title: 'Y columns' }),
    ySortCol: column({ title: 'Sort by a y column' }),
    reNameYColumns: list({ widget: 'variables_selected', title: 'Series names' }),
  },
  examples: [
    {
      name: 'draws points of two series and passes the input on',
      fields: { xCol: 'x', yCols: ['a', 'b'] },
      input: table('x double, a int, b int', [
        [2.5, 1, null],
        [NaN, 2, 3],
      ]),
      output: table('x double, a int, b int', [
        [2.5, 1, null],
        [NaN, 2, 3],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Scatter Chart',
          kind: 'scatter',
          data: table('x double, a int, b int', [
            [2.5, 1, null],
            [NaN, 2, 3],
          ]),
        },
      ],
    },
    {
      name: 'draws the smallest values of a series first, up to the maximum',
      fields: { xCol: 'x', yCols: ['y.1'], ySortCol: 'y.1', maxValuesToDisplay: '2', reNameYColumns: ['größe'] },
      input: table('x int, `y.1` int', [
        [1, 30],
        [2, 10],
        [3, 20],
      ]),
      results: [
        {
          type: 'chart',
          data: table('x int, `größe` int', [
            [2, 10],
            [3, 20],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { xCol: 'x', yCols: ['y'] },
      input: table('x int, y int', []),
      output: table('x int, y int', []),
      results: [{ type: 'chart', kind: 'scatter', data: table('x int, y int', []) }],
    },
  ],
  run({ input, schema, fields }) {
    const { data, ...encodings } = plot(input, schema, fields);
    const { material, dualAxis } = fields;
    return {
      outputs: [input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data,
          limit: fields.maxValuesToDisplay,
          chart: chartOf('scatter', encodings, fields, { material, dualAxis }),
        },
      ],
    };
  },
});
