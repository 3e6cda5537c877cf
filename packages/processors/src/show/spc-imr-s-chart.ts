import { controlColumns } from './_control-chart.ts';
import { subgroupChart } from './_control-subgroups.ts';
import { table } from '../kit/examples.ts';

export const spcImrSChart = subgroupChart({
  nodeClass: 'fire.nodes.graph.NodeSpcIMRSChart',
  name: 'IMR-S Chart',
  description:
    'Draws the variation between and within subgroups: the subgroup means as individual values, their moving ranges and the standard deviation of each subgroup, with the centre lines and the control limits UCL and LCL, and marks the points at which a test for special causes fails.',
  means: 'IMR',
  spread: 'S',
  examples: [
    {
      name: 'draws means, moving ranges of the means and deviations; omits an incomplete subgroup',
      fields: { measurements: ['a', 'b', 'c'], identifier: 'batch', test1: 'true' },
      input: table('batch string, a int, b int, c double', [
        ['p', 1, 2, 3],
        ['q', 2, 3, NaN],
        ['r', 6, 4, 2],
        ['s', 1, null, 3],
        ['t', 6, 6, 6],
      ]),
      output: table('batch string, a int, b int, c double', [
        ['p', 1, 2, 3],
        ['q', 2, 3, NaN],
        ['r', 6, 4, 2],
        ['s', 1, null, 3],
        ['t', 6, 6, 6],
      ]),
      results: [
        {
          type: 'chart',
          title: 'IMR-S Chart: I',
          kind: 'control',
          data: table(controlColumns('batch string', 'mean'), [
            ['p', 2, 4, 4 + 2 * (3 / 1.128), 4 - 2 * (3 / 1.128), null, false],
            ['r', 4, 4, 4 + 2 * (3 / 1.128), 4 - 2 * (3 / 1.128), null, false],
            ['t', 6, 4, 4 + 2 * (3 / 1.128), 4 - 2 * (3 / 1.128), null, false],
          ]),
        },
        {
          type: 'chart',
          title: 'IMR-S Chart: MR',
          kind: 'control',
          data: table(controlColumns('batch string', 'moving_range'), [
            ['p', null, 2, 2 * 3.267, 0, null, false],
            ['r', 2, 2, 2 * 3.267, 0, null, false],
            ['t', 2, 2, 2 * 3.267, 0, null, false],
          ]),
        },
        {
          type: 'chart',
          title: 'IMR-S Chart: S',
          kind: 'control',
          data: table(controlColumns('batch string', 'stddev'), [
            ['p', 1, 1, 2.568, 0, null, false],
            ['r', 2, 1, 2.568, 0, null, false],
            ['t', 0, 1, 2.568, 0, null, false],
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
      fields: { measurements: ['a', 'b'], title: 'Foil' },
      input: table('a int, b int', []),
      output: table('a int, b int', []),
      results: [
        { type: 'chart', title: 'Foil: I', data: table(controlColumns('row bigint', 'mean'), []) },
        { type: 'chart', title: 'Foil: MR', data: table(controlColumns('row bigint', 'moving_range'), []) },
        { type: 'chart', title: 'Foil: S', data: table(controlColumns('row bigint', 'stddev'), []) },
      ],
    },
  ],
});
