import { functions as F } from '@millrace/spark-connect';
import { distribution, distributionFields, wordAt } from './_distribution.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const graphWeekDayDistribution = processor({
  nodeClass: 'fire.nodes.graph.NodeGraphWeekDayDistribution',
  formerly: ['fire.nodes.graph.NodeWeekDayDistribution'],
  name: 'Graph Week Day Distribution',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Draws the number of rows per day of the week, Monday first, for each chosen column. Days without rows, nulls and text that is not a date are omitted. The input is passed on unchanged.',
  fields: distributionFields('Week Day Distribution'),
  examples: [
    {
      name: 'puts Monday first and Sunday last, also before 1970',
      fields: { yCols: ['d'] },
      input: table('d date', [['2024-01-07'], ['2024-01-08'], ['2024-02-29'], ['1969-12-28'], [null]]),
      results: [
        {
          type: 'chart',
          title: 'Week Day Distribution',
          kind: 'column',
          data: table('weekday string, d bigint', [
            ['Monday', 1n],
            ['Thursday', 1n],
            ['Sunday', 2n],
          ]),
        },
      ],
    },
    {
      name: 'counts a timestamp column and a text column side by side',
      fields: { yCols: ['t', 's'], graphType: 'BARCHART', title: 'Days' },
      input: table('t timestamp, s string', [
        ['2024-01-06T23:59:59Z', '2024-01-05'],
        ['2024-01-07T00:00:00Z', 'never'],
        [null, '2024-01-06'],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Days',
          kind: 'stacked-column',
          data: table('weekday string, t bigint, s bigint', [
            ['Friday', 0n, 1n],
            ['Saturday', 1n, 1n],
            ['Sunday', 1n, 0n],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { yCols: ['d'] },
      input: table('d timestamp', []),
      output: table('d timestamp', []),
      results: [{ type: 'chart', data: table('weekday string, d bigint', []) }],
    },
  ],
  run: (context) =>
    distribution(context, {
      heading: 'weekday',
      // Spark's dayofweek counts from Sunday = 1
      of: (date) => F.call('dayofweek', date).plus(5).mod(7).plus(1),
      label: wordAt(weekdays),
    }),
});
