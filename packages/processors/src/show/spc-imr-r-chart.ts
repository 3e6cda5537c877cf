import { controlColumns } from './_control-chart.ts';
import { subgroupChart } from './_control-subgroups.ts';
import { table } from '../kit/examples.ts';

export const spcImrRChart = subgroupChart({
  nodeClass: 'fire.nodes.graph.NodeSpcIMRRChart',
  name: 'IMR-R Chart',
  description:
    'Draws the variation between and within subgroups: the subgroup means as individual values, their moving ranges and the range of each subgroup, with the centre lines and the control limits UCL and LCL, and marks the points at which a test for special causes fails.',
  means: 'IMR',
  spread: 'R',
  examples: [
    {
      name: 'draws means, moving ranges of the means and ranges; omits an incomplete subgroup',
      fields: { measurements: ['a', 'b', 'c'], identifier: 'batch', test1: 'true' },
      input: table('batch string, a int, b int, c double', [
        ['p', 1, 2, 3],
        ['q', 2, 3, NaN],
        ['r', 5, 4, 3],
        ['s', 1, null, 3],
        ['t', 6, 6, 6],
      ]),
      output: table('batch string, a int, b int, c double', [
        ['p', 1, 2, 3],
        ['q', 2, 3, NaN],
        ['r', 5, 4, 3],
        ['s', 1, null, 3],
        ['t', 6, 6, 6],
      ]),
      results: [
        {
          type: 'chart',
          title: 'IMR-R Chart: I',
          kind: 'control',
          data: table(controlColumns('batch string', 'mean'), [
            ['p', 2, 4, 4 + 2 * (3 / 1.128), 4 - 2 * (3 / 1.128), null, false],
            ['r', 4, 4, 4 + 2 * (3 / 1.128), 4 - 2 * (3 / 1.128), null, false],
            ['t', 6, 4, 4 + 2 * (3 / 1.128), 4 - 2 * (3 / 1.128), null, false],
          ]),
        },
        {
          type: 'chart',
          title: 'IMR-R Chart: MR',
          kind: 'control',
          data: table(controlColumns('batch string', 'moving_range'), [
            ['p', null, 2, 2 * 3.267, 0, null, false],
            ['r', 2, 2, 2 * 3.267, 0, null, false],
            ['t', 2, 2, 2 * 3.267, 0, null, false],
          ]),
        },
        {
          type: 'chart',
          title: 'IMR-R Chart: R',
          kind: 'control',
          data: table(controlColumns('batch string', 'range'), [
            ['p', 2, 4 / 3, (4 / 3) * 2.575, 0, null, false],
            ['r', 2, 4 / 3, (4 / 3) * 2.575, 0, null, false],
            ['t', 0, 4 / 3, (4 / 3) * 2.575, 0, null, false],
          ]),
        },
      ],
    },
    {
      name: 'numbers rows without labels; marks a run on one side of the centre line in each chart',
      fields: { title: 'Foil', measurements: ['a', 'b'], test2: '2', test3: '0', test4: '0', test5: '0', test6: '0' },
      input: table('a int, b int', [
        [1, 3],
        [1, 3],
        [5, 11],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Foil: I',
          data: table(controlColumns('row bigint', 'mean'), [
            [1n, 2, 4, 4 + 3 * (3 / 1.128), 4 - 3 * (3 / 1.128), null, false],
            [2n, 2, 4, 4 + 3 * (3 / 1.128), 4 - 3 * (3 / 1.128), '2', true],
            [3n, 8, 4, 4 + 3 * (3 / 1.128), 4 - 3 * (3 / 1.128), null, false],
          ]),
        },
        { type: 'chart', title: 'Foil: MR' },
        {
          type: 'chart',
          title: 'Foil: R',
          data: table(controlColumns('row bigint', 'range'), [
            [1n, 2, 10 / 3, (10 / 3) * 3.267, 0, null, false],
            [2n, 2, 10 / 3, (10 / 3) * 3.267, 0, '2', true],
            [3n, 6, 10 / 3, (10 / 3) * 3.267, 0, null, false],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives empty charts',
      fields: { measurements: ['a', 'b'] },
      input: table('a int, b int', []),
      output: table('a int, b int', []),
      results: [
        { type: 'chart', kind: 'control', data: table(controlColumns('row bigint', 'mean'), []) },
        { type: 'chart', kind: 'control', data: table(controlColumns('row bigint', 'moving_range'), []) },
        { type: 'chart', kind: 'control', data: table(controlColumns('row bigint', 'range'), []) },
      ],
    },
  ],
});
