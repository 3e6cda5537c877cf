import { functions as F } from '@millrace/spark-connect';
import { distribution, distributionFields, wordAt } from './_distribution.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export const graphMonthDistribution = processor({
  nodeClass: 'fire.nodes.graph.NodeGraphMonthDistribution',
  formerly: ['fire.nodes.graph.NodeMonthDistribution'],
  name: 'Graph Month Distribution',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Draws the number of rows per month over all years for each chosen column. Months without rows, nulls and text that is not a date are omitted. The input is passed on unchanged.',
  fields: distributionFields('Month Distribution'),
  examples: [
    {
      name: 'counts months over all years in calendar order, for a date and a text column',
      fields: { yCols: ['bought', 'sent'], graphType: 'LINECHART' },
      input: table('bought date, sent string', [
        ['2024-02-29', '2024-03-01'],
        ['1969-02-01', '2024-3-2'],
        ['2023-12-31', '2024-01-01 10:00:00'],
        [null, 'soon'],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Month Distribution',
          kind: 'line',
          data: table('month string, bought bigint, sent bigint', [
            ['January', 0n, 1n],
            ['February', 2n, 0n],
            ['March', 0n, 2n],
            ['December', 1n, 0n],
          ]),
        },
      ],
    },
    {
      name: 'reads the former number of a chart; a column called month',
      fields: { yCols: ['month'], graphType: '2', title: 'Months' },
      input: table('month timestamp', [['2024-05-31T23:59:59Z'], ['2024-06-01T00:00:00Z']]),
      output: table('month timestamp', [['2024-05-31T23:59:59Z'], ['2024-06-01T00:00:00Z']]),
      results: [
        {
          type: 'chart',
          title: 'Months',
          kind: 'stacked-column',
          data: table('month_ string, month bigint', [
            ['May', 1n],
            ['June', 1n],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { yCols: ['d.1'] },
      input: table('`d.1` date', []),
      output: table('`d.1` date', []),
      results: [{ type: 'chart', kind: 'column', data: table('month string, `d.1` bigint', []) }],
    },
  ],
  run: (context) => distribution(context, { heading: 'month', of: F.month, label: wordAt(months) }),
});
