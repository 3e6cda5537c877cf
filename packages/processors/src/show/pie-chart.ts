import { axes, chartColors, chartOf, styleFields, maxValuesToDisplay } from '../kit/chart-fields.ts';
import { choice, column, flag, text } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { plot } from './_series.ts';

const numbersShown = ['value', 'percentage', 'both'] as const;

export const pieChart = processor({
  nodeClass: 'fire.nodes.graph.NodePieChart',
  name: 'Pie Chart',
  type: 'transform',
  category: 'Data-Visualization',
  description:
    'Draws the values of one or more columns of the first rows as slices of a pie or a donut, in input order. The input is passed on unchanged.',
  fields: {
    title: text({ default: 'Pie Chart' }),
    ...styleFields,
    titleColor: text({ default: '#27A588', widget: 'textcolors', title: 'Colour of the title' }),
    chartColors,
    ...axes,
    library: choice(['google', 'chartjs'], {
      default: 'google',
      description: 'Stored in imported workflows; has no effect',
    }),
    maxValuesToDisplay,
    graphType: choice(['PIE', 'DONUT'], { default: 'PIE', widget: 'enum' }),
    is3D: flag({ default: false, title: '3D' }),
    legend: choice(['top', 'left', 'right'], { default: 'top', title: 'Legend position' }),
    tooltip: choice(numbersShown, { default: 'value', title: 'Tooltip shows' }),
    datalabels: flag({ default: false, title: 'Slice labels' }),
    total: flag({ default: false, title: 'Show the total' }),
    fontSize: text({ default: '14px', title: 'Label size' }),
    formatter: choice(numbersShown, { default: 'value', title: 'Labels show' }),
    xCol: column({ required: true, title: 'Slice names' }),
    yCols: columns({ required: true, title: 'Slice sizes' }),
  },
  examples: [
    {
      name: 'draws the first slices in input order; passes the input on',
      fields: { xCol: 'kind', yCols: ['n'], maxValuesToDisplay: '2' },
      input: table('kind string, n int', [
        ['z', 3],
        [null, 1],
        ['a', 2],
      ]),
      output: table('kind string, n int', [
        ['z', 3],
        [null, 1],
        ['a', 2],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Pie Chart',
          kind: 'pie',
          data: table('kind string, n int', [
            ['z', 3],
            [null, 1],
          ]),
        },
      ],
    },
    {
      name: 'draws a donut and keeps a null value',
      fields: { xCol: 'q`t', yCols: ['a.b'], graphType: 'donut', datalabels: 'true', formatter: 'both', title: 'Ring' },
      input: table('`q``t` string, `a.b` double', [
        ['ü', null],
        ['v', 0.5],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Ring',
          kind: 'donut',
          data: table('`q``t` string, `a.b` double', [
            ['ü', null],
            ['v', 0.5],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { xCol: 'k', yCols: ['n'] },
      input: table('k string, n int', []),
      output: table('k string, n int', []),
      results: [{ type: 'chart', kind: 'pie', data: table('k string, n int', []) }],
    },
  ],
  run({ input, schema, fields }) {
    const { data, ...encodings } = plot(input, schema, fields);
    const { is3D, legend, tooltip, datalabels, total, fontSize, formatter } = fields;
    return {
      outputs: [input],
      results: [
        {
          type: 'chart',
          title: fields.title,
          data,
          limit: fields.maxValuesToDisplay,
          chart: chartOf(fields.graphType === 'PIE' ? 'pie' : 'donut', encodings, fields, {
            is3D,
            legend,
            tooltip,
            total,
            fontSize,
            ...(datalabels ? { labels: formatter } : {}),
          }),
        },
      ],
    };
  },
});
