import { controlColumns } from './_control-chart.ts';
import { subgroupChart } from './_control-subgroups.ts';
import { table } from '../kit/examples.ts';

/** Of the second example: the deviation of each subgroup. */
const s = Math.sqrt(6 / 5);

export const spcXbarSChart = subgroupChart({
  nodeClass: 'fire.nodes.graph.NodeSpcXbarSChart',
  name: 'Xbar-S Chart',
  description:
    'Draws the means and the standard deviations of subgroups with the centre lines and the control limits UCL and LCL, and marks the points at which a test for special causes fails. The limits are computed from the average sample standard deviation, with A3 for the mean and B3 and B4 for the deviation.',
  means: 'Xbar',
  spread: 'S',
  examples: [
    {
      name: 'draws means and deviations of subgroups of two; omits an incomplete subgroup',
      fields: { measurements: ['a', 'b'], identifier: 'batch', test1: 'true' },
      input: table('batch int, a double, b int', [
        [1, 4, 8],
        [2, null, 6],
        [3, 5, 5],
        [null, NaN, 1],
      ]),
      output: table('batch int, a double, b int', [
        [1, 4, 8],
        [2, null, 6],
        [3, 5, 5],
        [null, NaN, 1],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Xbar-S Chart: Xbar',
          kind: 'control',
          data: table(controlColumns('batch int', 'mean'), [
            [1, 6, 5.5, 5.5 + Math.SQRT2 * 2.659, 5.5 - Math.SQRT2 * 2.659, null, false],
            [3, 5, 5.5, 5.5 + Math.SQRT2 * 2.659, 5.5 - Math.SQRT2 * 2.659, null, false],
          ]),
        },
        {
          type: 'chart',
          title: 'Xbar-S Chart: S',
          kind: 'control',
          data: table(controlColumns('batch int', 'stddev'), [
            [1, Math.sqrt(8), Math.SQRT2, Math.SQRT2 * 3.267, 0, null, false],
            [3, 0, Math.SQRT2, Math.SQRT2 * 3.267, 0, null, false],
          ]),
        },
      ],
    },
    {
      name: 'subgroups of six have a lower limit for the deviation; marks two of three points on one side',
      fields: {
        title: 'Rods',
        measurements: ['a', 'b', 'c', 'd', 'e', 'f'],
        test2: '0',
        test3: '0',
        test4: '0',
        test5: '2',
        test6: '3,4',
      },
      input: table('a int, b int, c int, d int, e int, f int', [
        [1, 1, 1, 3, 3, 3],
        [1, 1, 1, 3, 3, 3],
        [9, 9, 9, 11, 11, 11],
        [1, 1, 1, 3, 3, 3],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Rods: Xbar',
          data: table(controlColumns('row bigint', 'mean'), [
            [1n, 2, 4, 4 + s * 1.287, 4 - s * 1.287, null, false],
            [2n, 2, 4, 4 + s * 1.287, 4 - s * 1.287, '5', true],
            [3n, 10, 4, 4 + s * 1.287, 4 - s * 1.287, null, false],
            [4n, 2, 4, 4 + s * 1.287, 4 - s * 1.287, '5, 6', true],
          ]),
        },
        {
          type: 'chart',
          title: 'Rods: S',
          data: table(
            controlColumns('row bigint', 'stddev'),
            [1n, 2n, 3n, 4n].map((row) => [row, s, s, s * 1.97, s * 0.03, null, false]),
          ),
        },
      ],
    },
    {
      name: 'rejects a test that is not k,n',
      fields: { measurements: ['a', 'b'], test6: '16' },
      input: table('a int, b int', [[1, 2]]),
      error: 'invalid value "16" for field "test6": must be whole numbers k,n with k at least 2 and n from k to 1000',
    },
    {
      name: 'an empty input gives empty charts',
      fields: { measurements: ['a.b', 'c'] },
      input: table('`a.b` int, c double', []),
      output: table('`a.b` int, c double', []),
      results: [
        { type: 'chart', kind: 'control', data: table(controlColumns('row bigint', 'mean'), []) },
        { type: 'chart', kind: 'control', data: table(controlColumns('row bigint', 'stddev'), []) },
      ],
    },
  ],
});
