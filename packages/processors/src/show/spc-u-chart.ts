import { controlColumns } from './_control-chart.ts';
import { countChart } from './_control-counts.ts';
import { table } from '../kit/examples.ts';

export const spcUChart = countChart({
  nodeClass: 'fire.nodes.graph.NodeSpcUChart',
  name: 'U Chart',
  description:
    'Draws the number of defects per unit for each subgroup with the centre line u and the control limits UCL and LCL, u ± 3 * sqrt(u / size), not below 0, and marks the points at which a test for special causes fails. Each row is a subgroup with a count column and a column of sizes in units.',
  countName: 'defects',
  examples: [
    {
      name: 'limits widen for small subgroups; omits null, NaN and size 0',
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
      name: 'marks a point beyond its limit; draws a chart per column',
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
