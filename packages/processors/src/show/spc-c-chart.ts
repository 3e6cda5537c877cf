import { controlColumns } from './_control-chart.ts';
import { countChart } from './_control-counts.ts';
import { table } from '../kit/examples.ts';

/** Of the second example: 72 defects on 7 pages. */
const c = 72 / 7;

export const spcCChart = countChart({
  nodeClass: 'fire.nodes.graph.NodeSpcCChart',
  name: 'C Chart',
  description:
    'Draws the number of defects per subgroup with the centre line c and the control limits UCL and LCL, c ± 3 * sqrt(c), not below 0, and marks the points at which a test for special causes fails. Each row is a subgroup with a count column and a size column. Sizes should be equal; if they are not, the centre line and the limits vary with them.',
  countName: 'defects',
  examples: [
    {
      name: 'draws one centre line for one size, with a lower limit not below 0; omits nulls',
      fields: { attribute: ['holes'], subgroup: 'm', identifier: 'roll', test1: 'true' },
      input: table('roll string, holes int, m double', [
        ['p', 1, 2.5],
        ['q', 2, 2.5],
        ['r', null, 2.5],
        ['s', 11, 2.5],
        ['t', 2, 2.5],
      ]),
      output: table('roll string, holes int, m double', [
        ['p', 1, 2.5],
        ['q', 2, 2.5],
        ['r', null, 2.5],
        ['s', 11, 2.5],
        ['t', 2, 2.5],
      ]),
      results: [
        {
          type: 'chart',
          title: 'C Chart: holes',
          kind: 'control',
          data: table(controlColumns('roll string', 'holes'), [
            ['p', 1, 4, 10, 0, null, false],
            ['q', 2, 4, 10, 0, null, false],
            ['s', 11, 4, 10, 0, '1', true],
            ['t', 2, 4, 10, 0, null, false],
          ]),
        },
      ],
    },
    {
      name: 'lines vary with sizes; marks alternating points',
      fields: { title: 'Errors', attribute: ['n'], subgroup: 'pages', test4: '4' },
      input: table('n int, pages int', [
        [5, 1],
        [13, 1],
        [7, 1],
        [47, 4],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Errors: n',
          data: table(controlColumns('row bigint', 'n'), [
            [1n, 5, c, c + 3 * Math.sqrt(c), c - 3 * Math.sqrt(c), null, false],
            [2n, 13, c, c + 3 * Math.sqrt(c), c - 3 * Math.sqrt(c), null, false],
            [3n, 7, c, c + 3 * Math.sqrt(c), c - 3 * Math.sqrt(c), null, false],
            [4n, 47, 4 * c, 4 * c + 3 * Math.sqrt(4 * c), 4 * c - 3 * Math.sqrt(4 * c), '4', true],
          ]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { attribute: ['a.b'], subgroup: 'n' },
      input: table('`a.b` int, n int', []),
      output: table('`a.b` int, n int', []),
      results: [{ type: 'chart', kind: 'control', data: table(controlColumns('row bigint', '`a.b`'), []) }],
    },
  ],
  point: {
    value: (count) => count,
    center: (rate, size) => rate.times(size),
    variance: (rate, size) => rate.times(size),
  },
});
