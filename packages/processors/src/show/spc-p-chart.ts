import { controlColumns, double } from './_control-chart.ts';
import { countChart } from './_control-counts.ts';
import { table } from '../kit/examples.ts';

/** Of the first example: 48 defective items of 104. */
const p = 48 / 104;

export const spcPChart = countChart({
  nodeClass: 'fire.nodes.graph.NodeSpcPChart',
  name: 'P Chart',
  description:
    'Draws the proportion of defective items per subgroup with the centre line p and the control limits UCL and LCL, p ± 3 * sqrt(p * (1 - p) / size), limited to the range from 0 to 1, and marks the points at which a test for special causes fails. Each row is a subgroup with a count column and a size column.',
  countName: 'defective items',
  examples: [
    {
      name: 'limits widen for small subgroups within 0 and 1; omits null and size 0',
      fields: { attribute: ['bad'], subgroup: 'size', identifier: 'day', test1: 'true' },
      input: table('day string, bad int, size int', [
        ['mo', 40, 64],
        ['tu', 1, 4],
        ['we', 7, 36],
        ['th', null, 9],
        ['fr', 0, 0],
        ['sa', 3, null],
        ['su', 3, 0],
      ]),
      output: table('day string, bad int, size int', [
        ['mo', 40, 64],
        ['tu', 1, 4],
        ['we', 7, 36],
        ['th', null, 9],
        ['fr', 0, 0],
        ['sa', 3, null],
        ['su', 3, 0],
      ]),
      results: [
        {
          type: 'chart',
          title: 'P Chart: bad',
          kind: 'control',
          data: table(controlColumns('day string', 'proportion'), [
            [
              'mo',
              40 / 64,
              p,
              p + 3 * Math.sqrt((p * (1 - p)) / 64),
              p - 3 * Math.sqrt((p * (1 - p)) / 64),
              null,
              false,
            ],
            ['tu', 1 / 4, p, 1, 0, null, false],
            ['we', 7 / 36, p, p + 3 * Math.sqrt((p * (1 - p)) / 36), p - 3 * Math.sqrt((p * (1 - p)) / 36), '1', true],
          ]),
        },
      ],
    },
    {
      name: 'draws a chart per column; marks two points in a row on one side',
      fields: { title: 'Faults', attribute: ['a', 'b.c'], subgroup: 'n', test2: '2', test3: '0', test4: '0' },
      input: table('a int, `b.c` double, n bigint', [
        [1, 0, 4n],
        [1, 0, 4n],
        [3, 0, 4n],
        [3, 0, 4n],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Faults: a',
          data: table(controlColumns('row bigint', 'proportion'), [
            [1n, 0.25, 0.5, 1, 0, null, false],
            [2n, 0.25, 0.5, 1, 0, '2', true],
            [3n, 0.75, 0.5, 1, 0, null, false],
            [4n, 0.75, 0.5, 1, 0, '2', true],
          ]),
        },
        {
          type: 'chart',
          title: 'Faults: b.c',
          data: table(
            controlColumns('row bigint', 'proportion'),
            [1n, 2n, 3n, 4n].map((row) => [row, 0, 0, 0, 0, null, false]),
          ),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { attribute: ['a'], subgroup: 'n' },
      input: table('a int, n int', []),
      output: table('a int, n int', []),
      results: [{ type: 'chart', kind: 'control', data: table(controlColumns('row bigint', 'proportion'), []) }],
    },
  ],
  point: {
    name: 'proportion',
    value: (count, size) => count.dividedBy(size),
    center: (rate) => rate,
    variance: (rate, size) => rate.times(double(1).minus(rate)).dividedBy(size),
    max: () => double(1),
  },
});
