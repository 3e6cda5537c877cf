import { controlColumns } from './_control-chart.ts';
import { countChart } from './_control-counts.ts';
import { table } from '../kit/examples.ts';

export const spcUChart = countChart({
  nodeClass: 'fire.nodes.graph.NodeSpcUChart',
  name: 'U Chart',
  description:
    'Draws the number of defects per unit in each subgroup with centre line u and control limits UCL and LCL, u -+ 3 * sqrt(u / size), none below 0, and marks where a test for special causes ends. A row is a subgroup, with a column of counts and one of sizes in units. Rows stay in their order; those with a null, NaN or no size above 0 are left out. The input goes on unchanged.',
  counted: 'defects',
  examples: [
    {
      name: 'limits widen where a subgroup is small; null, NaN and size 0 are left out',
      fields: { attribute: ['n'], subgroup: 'size', identifier: 'day', test1: 'true' },
      input: table('day string, n int, size double', [
        ['mo', 64, 16],
        ['tu', 26, 4],
        ['we', 6, 4],
        ['th', 1, NaN],
        ['fr', 1, 0],
        ['sa', null, 1],
      ]),
      output: table('day string, n int, size double', [
        ['mo', 64, 16],
        ['tu', 26, 4],
        ['we', 6, 4],
        ['th', 1, NaN],
        ['fr', 1, 0],
        ['sa', null, 1],
      ]),
      results: [
        {
          type: 'chart',
          title: 'U Chart: n',
          kind: 'control',
          data: table(controlColumns('day string', 'per_unit'), [
            ['mo', 4, 4, 5.5, 2.5, null, false],
            ['tu', 6.5, 4, 7, 1, null, false],
            ['we', 1.5, 4, 7, 1, null, false],
          ]),
        },
      ],
    },
    {
      name: 'a point beyond its limit, on the other side; a chart of each column',
      fields: { title: 'Knots', attribute: ['a', 'b'], subgroup: 'a', test1: 'true', test2: '0', test3: '3' },
      input: table('a int, b int', [
        [16, 6],
        [4, 4],
        [4, 14],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Knots: a',
          data: table(controlColumns('row bigint', 'per_unit'), [
            [1n, 1, 1, 1.75, 0.25, null, false],
            [2n, 1, 1, 2.5, 0, null, false],
            [3n, 1, 1, 2.5, 0, null, false],
          ]),
        },
        {
          type: 'chart',
          title: 'Knots: b',
          data: table(controlColumns('row bigint', 'per_unit'), [
            [1n, 0.375, 1, 1.75, 0.25, null, false],
            [2n, 1, 1, 2.5, 0, null, false],
            [3n, 3.5, 1, 2.5, 0, '1, 3', true],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { attribute: ['a'], subgroup: 'n' },
      input: table('a int, n int', []),
      output: table('a int, n int', []),
      results: [{ type: 'chart', kind: 'control', data: table(controlColumns('row bigint', 'per_unit'), []) }],
    },
  ],
  point: {
    name: 'per_unit',
    value: (count, size) => count.dividedBy(size),
    center: (rate) => rate,
    variance: (rate, size) => rate.dividedBy(size),
  },
});
