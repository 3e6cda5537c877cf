import { functions as F } from '@millrace/spark-connect';
import { distribution, distributionFields } from './_distribution.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const graphYearDistribution = processor({
  nodeClass: 'fire.nodes.graph.NodeGraphYearDistribution',
  formerly: ['fire.nodes.graph.NodeYearDistribution'],
  name: 'Graph Year Distribution',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Draws the number of rows per year for each chosen column. Years without rows, nulls and text that is not a date are omitted. The input is passed on unchanged.',
  fields: distributionFields('Year Distribution'),
  examples: [
    {
      name: 'counts rows per year in order, also before 1970; omits nulls',
      fields: { yCols: ['t'], graphType: '1' },
      input: table('id int, t timestamp', [
        [1, '2024-12-31T23:59:59Z'],
        [2, '2025-01-01T00:00:00Z'],
        [3, null],
        [4, '1969-12-31T23:59:59Z'],
        [5, '2024-01-01T00:00:00Z'],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Year Distribution',
          kind: 'column',
          data: table('year int, t bigint', [
            [1969, 1n],
            [2024, 2n],
            [2025, 1n],
          ]),
        },
      ],
    },
    {
      name: 'reads text with a time after the date or spaces around it; omits text that is not a date',
      fields: { yCols: ['s', 'd'], graphType: 'PIE' },
      input: table('s string, d date', [
        [' 2020-01-01 ', '2021-05-05'],
        ['2020-06-01T08:00:00', null],
        ['2020-02-30', null],
        ['', null],
      ]),
      results: [
        {
          type: 'chart',
          kind: 'pie',
          data: table('year int, s bigint, d bigint', [
            [2020, 2n, 0n],
            [2021, 0n, 1n],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { yCols: ['d'] },
      input: table('d date', []),
      output: table('d date', []),
      results: [{ type: 'chart', data: table('year int, d bigint', []) }],
    },
    {
      name: 'rejects a column of another type',
      fields: { yCols: ['n'] },
      input: table('n int', []),
      error: 'column "n" in field "yCols" has type INT: must be a date, a timestamp or text',
    },
  ],
  run: (context) => distribution(context, { heading: 'year', of: F.year, label: (year) => year }),
});
