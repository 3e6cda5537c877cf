import { controlColumns, double } from './_control-chart.ts';
import { countChart } from './_control-counts.ts';
import { table } from '../kit/examples.ts';

export const spcNpChart = countChart({
  nodeClass: 'fire.nodes.graph.NodeSpcNPChart',
  name: 'NP Chart',
  description:
    'Draws the number of defective items in each subgroup with centre line np and control limits UCL and LCL, np -+ 3 * sqrt(np * (1 - p)), cut at 0 and the size, and marks where a test for special causes ends. A row is a subgroup, with a column of counts and one of sizes; where sizes differ, the lines differ with them. Rows stay in their order; those with a null, NaN or no size above 0 are left out. The input goes on unchanged.',
  counted: 'defective items',
  examples: [
    {
      name: 'one size, one centre line; an upper limit is cut at the size; a null is left out',
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
      name: 'lines differ where sizes differ',
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
      name: 'an empty input gives an empty chart, a count called CL keeps its name',
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
    most: (size) => size,
  },
});
