import { controlColumns } from './_control-chart.ts';
import { subgroupChart } from './_control-subgroups.ts';
import { table } from '../kit/examples.ts';

export const spcXbarRChart = subgroupChart({
  nodeClass: 'fire.nodes.graph.NodeSpcXbarRChart',
  name: 'Xbar-R Chart',
  description:
    'Draws the means and the ranges of subgroups with their centre line and control limits UCL and LCL, and marks where a test for special causes ends. A row is a subgroup of 2 to 25 measurements, one a column; rows stay in their order, and one with a null or NaN is left out. Limits follow from the average range: A2 around the mean, D3 and D4 for the range. The input goes on unchanged.',
  means: 'Xbar',
  spread: 'R',
  examples: [
    {
      name: 'means and ranges with limits of subgroups of two; an incomplete subgroup is left out',
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
      name: 'subgroups of seven have a lower limit of the range; rows are numbered; a trend of three is marked',
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
      name: 'one column makes no subgroups',
      fields: { measurements: ['a'] },
      input: table('a int', [[1]]),
      error: 'subgroups of 1',
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
