import { controlColumns, double } from './_control-chart.ts';
import { countChart } from './_control-counts.ts';
import { table } from '../kit/examples.ts';

export const spcNpChart = countChart({
  nodeClass: 'fire.nodes.graph.NodeSpcNPChart',
  name: 'NP Chart',
  description:
    'Draws the number of defective items per subgroup with the centre line np and the control limits UCL and LCL, np ± 3 * sqrt(np * (1 - p)), limited to the range from 0 to the subgroup size, and marks the points at which a test for special causes fails. Each row is a subgroup with a count column and a size column; if sizes differ, the centre line and the limits vary with them.',
  countName: 'defective items',
  examples: [
    {
      name: 'draws one centre line for one size; omits nulls',
      fields: { attribute: ['bad'], subgroup: 'size', identifier: 'day', test1: 'true' },
      input: table('day string, bad int, size int', [
        ['mo', 0, 16],
        ['tu', 16, 16],
        ['we', null, 16],
        ['th', 8, 16],
      ]),
      output: table('day string, bad int, size int', [
        ['mo', 0, 16],
        ['tu', 16, 16],
        ['we', null, 16],
        ['th', 8, 16],
      ]),
      results: [
        {
          type: 'chart',
          title: 'NP Chart: bad',
          kind: 'control',
          data: table(controlColumns('day string', 'bad'), [
            ['mo', 0, 8, 14, 2, '1', true],
            ['tu', 16, 8, 14, 2, '1', true],
            ['th', 8, 8, 14, 2, null, false],
          ]),
        },
      ],
    },
    {
      name: 'lines vary with sizes; the upper limit does not exceed the size',
      fields: { title: 'Returns', attribute: ['n'], subgroup: 'of' },
      input: table('n bigint, of double', [
        [8n, 16],
        [2n, 4],
        [50n, 100],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Returns: n',
          data: table(controlColumns('row bigint', 'n'), [
            [1n, 8, 8, 14, 2, null, false],
            [2n, 2, 2, 4, 0, null, false],
            [3n, 50, 50, 65, 35, null, false],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart; a count called CL keeps its name',
      fields: { attribute: ['CL'], subgroup: 'n' },
      input: table('CL int, n int', []),
      output: table('CL int, n int', []),
      results: [
        {
          type: 'chart',
          kind: 'control',
          data: table('row bigint, CL double, CL_ double, UCL double, LCL double, tests string, marked boolean', []),
        },
      ],
    },
  ],
  point: {
    value: (count) => count,
    center: (rate, size) => rate.times(size),
    variance: (rate, size) => rate.times(double(1).minus(rate)).times(size),
    max: (size) => size,
  },
});
