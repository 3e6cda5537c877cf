import { functions as F } from '@millrace/spark-connect';
import { control, controlColumns, individuals, pointsOf } from './_control-chart.ts';
import { moreTests, tests } from './_control-tests.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** Limits of the first example, around an average of 10 and from an average moving range of 2. */
const [ucl, lcl] = [10 + 2 * (3 / 1.128), 10 - 2 * (3 / 1.128)];
/** The average of three tenths, as doubles add up. */
const tenth = (0.1 + 0.1 + 0.1) / 3;

export const spcImrChart = processor({
  nodeClass: 'fire.nodes.graph.NodeSpcIMRChart',
  name: 'I-MR Chart',
  type: 'SPC-Chart',
  category: 'Data-Visualization/SPC',
  description:
    'Draws individual measurements and their moving ranges (the distance of each measurement from the one before) with the centre line and the control limits UCL and LCL, and marks the points at which a test for special causes fails. Each chosen column has two charts. Points follow the order of the rows; null and NaN are omitted, and a moving range spans them. The limits are computed from the average moving range. The input is passed on unchanged.',
  fields: {
    ...control('I-MR Chart'),
    measurements: columns({
      required: true,
      title: 'Measurements',
      description: 'Numeric columns, two charts each',
    }),
    ...tests,
    ...moreTests,
  },
  examples: [
    {
      name: 'draws values and moving ranges, omits null and NaN and marks points beyond the limits',
      fields: { measurements: ['m'], identifier: 'hour', test1: 'true' },
      input: table('hour int, m double', [
        [1, 9],
        [2, null],
        [3, 9],
        [4, 9],
        [5, NaN],
        [6, 16],
        [7, 9],
        [8, 9],
        [9, 10],
        [10, 10],
        [null, 9],
      ]),
      output: table('hour int, m double', [
        [1, 9],
        [2, null],
        [3, 9],
        [4, 9],
        [5, NaN],
        [6, 16],
        [7, 9],
        [8, 9],
        [9, 10],
        [10, 10],
        [null, 9],
      ]),
      results: [
        {
          type: 'chart',
          title: 'I-MR Chart: I of m',
          kind: 'control',
          data: table(controlColumns('hour int', 'm'), [
            [1, 9, 10, ucl, lcl, null, false],
            [3, 9, 10, ucl, lcl, null, false],
            [4, 9, 10, ucl, lcl, null, false],
            [6, 16, 10, ucl, lcl, '1', true],
            [7, 9, 10, ucl, lcl, null, false],
            [8, 9, 10, ucl, lcl, null, false],
            [9, 10, 10, ucl, lcl, null, false],
            [10, 10, 10, ucl, lcl, null, false],
            [null, 9, 10, ucl, lcl, null, false],
          ]),
        },
        {
          type: 'chart',
          title: 'I-MR Chart: MR of m',
          kind: 'control',
          data: table(controlColumns('hour int', 'moving_range'), [
            [1, null, 2, 2 * 3.267, 0, null, false],
            [3, 0, 2, 2 * 3.267, 0, null, false],
            [4, 0, 2, 2 * 3.267, 0, null, false],
            [6, 7, 2, 2 * 3.267, 0, '1', true],
            [7, 7, 2, 2 * 3.267, 0, '1', true],
            [8, 0, 2, 2 * 3.267, 0, null, false],
            [9, 1, 2, 2 * 3.267, 0, null, false],
            [10, 0, 2, 2 * 3.267, 0, null, false],
            [null, 1, 2, 2 * 3.267, 0, null, false],
          ]),
        },
      ],
    },
    {
      name: 'a constant process fails no test; one point has no limits; each column has its charts',
      fields: { title: 'Tank', measurements: ['a', 'b.c'], test1: 'true', test2: '3', test5: '2', test6: '2,3' },
      input: table('a double, `b.c` int', [
        [0.1, null],
        [0.1, 4],
        [0.1, null],
      ]),
      results: [
        {
          type: 'chart',
          title: 'Tank: I of a',
          data: table(
            controlColumns('row bigint', 'a'),
            [1n, 2n, 3n].map((row) => [row, 0.1, tenth, tenth, tenth, null, false]),
          ),
        },
        {
          type: 'chart',
          title: 'Tank: MR of a',
          data: table(controlColumns('row bigint', 'moving_range'), [
            [1n, null, 0, 0, 0, null, false],
            [2n, 0, 0, 0, 0, null, false],
            [3n, 0, 0, 0, 0, null, false],
          ]),
        },
        {
          type: 'chart',
          title: 'Tank: I of b.c',
          data: table(controlColumns('row bigint', '`b.c`'), [[2n, 4, 4, null, null, null, false]]),
        },
        {
          type: 'chart',
          title: 'Tank: MR of b.c',
          data: table(controlColumns('row bigint', 'moving_range'), [[2n, null, null, null, null, null, false]]),
        },
      ],
    },
    {
      name: 'an empty input gives empty charts',
      fields: { measurements: ['a'], identifier: 'a' },
      input: table('a int', []),
      output: table('a int', []),
      results: [
        { type: 'chart', kind: 'control', data: table(controlColumns('a int', 'a_'), []) },
        { type: 'chart', kind: 'control', data: table(controlColumns('a int', 'moving_range'), []) },
      ],
    },
    {
      name: 'rejects a test of too few points',
      fields: { measurements: ['a'], test4: '2' },
      input: table('a int', []),
      error: 'invalid value "2" for field "test4": must be 0 or at least 3',
    },
  ],
  run: ({ input, fields, ...context }) => ({
    outputs: [input],
    results: fields.measurements.flatMap((name) => {
      const points = pointsOf({ input, ...context }, { measurements: [name] }, fields.identifier);
      const titles = [`${fields.title}: I of ${name}`, `${fields.title}: MR of ${name}`] as const;
      return individuals(points, { name, value: F.col('v0') }, titles, fields);
    }),
  }),
});
