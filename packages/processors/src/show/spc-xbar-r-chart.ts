import { controlColumns } from './_control-chart.ts';
import { subgroupChart } from './_control-subgroups.ts';
import { table } from '../kit/examples.ts';

export const spcXbarRChart = subgroupChart({
  nodeClass: 'fire.nodes.graph.NodeSpcXbarRChart',
  name: 'Xbar-R Chart',
  description:
    'Draws the means and the ranges of subgroups with the centre lines and the control limits UCL and LCL, and marks the points at which a test for special causes fails. The limits are computed from the average range, with A2 for the mean and D3 and D4 for the range.',
  means: 'Xbar',
  spread: 'R',
  examples: [
    {
      name: 'draws means and ranges of subgroups of two; omits an incomplete subgroup',
      fields: { measurements: ['a', 'b'], identifier: 'batch', test1: 'true' },
      input: table('batch string, a double, b int', [
        ['p', 4, 6],
        ['q', 5, 7],
        ['r', null, 6],
        ['s', 100, 102],
        ['t', NaN, 1],
      ]),
      output: table('batch string, a double, b int', [
        ['p', 4, 6],
        ['q', 5, 7],
        ['r', null, 6],
        ['s', 100, 102],
        ['t', NaN, 1],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Xbar-R Chart: Xbar',
          kind: 'control',
          data: table(controlColumns('batch string', 'mean'), [
            ['p', 5, 112 / 3, 112 / 3 + 2 * 1.88, 112 / 3 - 2 * 1.88, '1', true],
            ['q', 6, 112 / 3, 112 / 3 + 2 * 1.88, 112 / 3 - 2 * 1.88, '1', true],
            ['s', 101, 112 / 3, 112 / 3 + 2 * 1.88, 112 / 3 - 2 * 1.88, '1', true],
          ]),
        },
        {
          type: 'chart',
          title: 'Xbar-R Chart: R',
          kind: 'control',
          data: table(controlColumns('batch string', 'range'), [
            ['p', 2, 2, 2 * 3.267, 0, null, false],
            ['q', 2, 2, 2 * 3.267, 0, null, false],
            ['s', 2, 2, 2 * 3.267, 0, null, false],
          ]),
        },
      ],
    },
    {
      name: 'subgroups of seven have a lower limit for the range; marks a trend of three',
      fields: {
        title: 'Rods',
        measurements: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
        test2: '0',
        test3: '3',
        test4: '0',
        test5: '0',
        test6: '0',
      },
      input: table('a int, b int, c int, d int, e int, f int, g int', [
        [1, 1, 1, 1, 1, 1, 8],
        [2, 2, 2, 2, 2, 2, 9],
        [3, 3, 3, 3, 3, 3, 10],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Rods: Xbar',
          data: table(controlColumns('row bigint', 'mean'), [
            [1n, 2, 3, 3 + 7 * 0.419, 3 - 7 * 0.419, null, false],
            [2n, 3, 3, 3 + 7 * 0.419, 3 - 7 * 0.419, null, false],
            [3n, 4, 3, 3 + 7 * 0.419, 3 - 7 * 0.419, '3', true],
          ]),
        },
        {
          type: 'chart',
          title: 'Rods: R',
          data: table(controlColumns('row bigint', 'range'), [
            [1n, 7, 7, 7 * 1.924, 7 * 0.076, null, false],
            [2n, 7, 7, 7 * 1.924, 7 * 0.076, null, false],
            [3n, 7, 7, 7 * 1.924, 7 * 0.076, null, false],
          ]),
        },
      ],
    },
    {
      name: 'rejects a single column',
      fields: { measurements: ['a'] },
      input: table('a int', [[1]]),
      error: 'field "measurements" has subgroups of size 1: must have 2 to 25 columns',
    },
    {
      name: 'an empty input gives empty charts',
      fields: { measurements: ['a.b', 'mean'], identifier: 'mean' },
      input: table('`a.b` int, mean double', []),
      output: table('`a.b` int, mean double', []),
      results: [
        { type: 'chart', kind: 'control', data: table(controlColumns('mean double', 'mean_'), []) },
        { type: 'chart', kind: 'control', data: table(controlColumns('mean double', 'range'), []) },
      ],
    },
  ],
});
