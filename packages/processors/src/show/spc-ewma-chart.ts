import { functions as F, types, Window, type DataFrame } from '@millrace/spark-connect';
import {
  limitsAround,
  average,
  control,
  controlChart,
  controlColumns,
  double,
  movingRange,
  pointsOf,
  subgroup,
} from './_control-chart.ts';
import { controlConstants, ofMovingRange } from './_control-constants.ts';
import { moreTests, tests } from './_control-tests.ts';
import { columns } from '../kit/list-fields.ts';
import { number } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** Distance of the i-th limits from the centre line, for a sigma and the weight 0.5. */
const distance = (sigma: number, i: number): number => sigma * 3 * Math.sqrt((0.5 / 1.5) * (1 - 0.5 ** (2 * i)));

/** The averages of the second example: the mean of all is 1.5. */
const shiftedAverages = [0.5, 0.5, 0.5, 0.5, 2.5, 2.5, 2.5, 2.5].reduce<number[]>(
  (averages, x) => [...averages, 0.5 * x + 0.5 * (averages.at(-1) ?? 1.5)],
  [],
);

export const spcEwmaChart = processor({
  nodeClass: 'fire.nodes.graph.NodeSpcEWMAChart',
  name: 'EWMA Chart',
  type: 'SPC-Chart',
  category: 'Data-Visualization/SPC',
  description:
    'Draws the exponentially weighted moving average of measurements, z[i] = weight * x[i] + (1 - weight) * z[i - 1], starting from the overall mean, with the centre line and the control limits UCL and LCL, which widen from point to point, and marks the points at which a test for special causes fails. Each row is one point; with several columns, a row is a subgroup and its mean is the point. Sigma is the average moving range divided by d2, or, for subgroups, the average range divided by d2 and by the square root of the subgroup size. Points follow the order of the rows; rows with null or NaN are omitted. The input is passed on unchanged.',
  fields: {
    ...control('EWMA Chart'),
    measurements: columns({
      required: true,
      title: 'Measurements',
      description: 'Numeric columns; each row is a subgroup',
    }),
    weight: number({
      default: 0.2,
      min: 0.001,
      max: 1,
      title: 'Weight',
      description: 'Weight of the newest value, from 0.001 to 1',
    }),
    ...tests,
    ...moreTests,
  },
  examples: [
    {
      name: 'draws the moving average within widening limits; omits null and NaN',
      fields: { measurements: ['m'], identifier: 'hour', weight: '0.5', test1: 'true' },
      input: table('hour int, m double', [
        [1, 4],
        [2, null],
        [3, 6],
        [4, NaN],
        [null, 8],
      ]),
      output: table('hour int, m double', [
        [1, 4],
        [2, null],
        [3, 6],
        [4, NaN],
        [null, 8],
      ]),
      results: [
        {
          type: 'chart',
          title: 'EWMA Chart',
          kind: 'control',
          data: table(controlColumns('hour int', 'ewma'), [
            [1, 5, 6, 6 + distance(2 / 1.128, 1), 6 - distance(2 / 1.128, 1), null, false],
            [3, 5.5, 6, 6 + distance(2 / 1.128, 2), 6 - distance(2 / 1.128, 2), null, false],
            [null, 6.75, 6, 6 + distance(2 / 1.128, 3), 6 - distance(2 / 1.128, 3), null, false],
          ]),
        },
      ],
    },
    {
      name: 'a small shift of subgroup means eventually exceeds the limits',
      fields: {
        title: 'Shift',
        measurements: ['a', 'b'],
        weight: '0.5',
        test1: 'true',
        test2: '0',
        test3: '0',
        test4: '0',
      },
      input: table(
        'a int, b double',
        [0, 0, 0, 0, 2, 2, 2, 2].map((a) => [a, a + 1]),
      ),
      results: [
        {
          type: 'chart',
          title: 'Shift',
          data: table(
            controlColumns('row bigint', 'ewma'),
            shiftedAverages.map((z, i) => {
              const far = distance(1 / (1.128 * Math.SQRT2), i + 1);
              const beyond = Math.abs(z - 1.5) > far;
              return [BigInt(i + 1), z, 1.5, 1.5 + far, 1.5 - far, beyond ? '1' : null, beyond];
            }),
          ),
        },
      ],
    },
    {
      name: 'the weight 1 draws the values themselves; one point has no limits',
      fields: { measurements: ['a'], weight: '1' },
      input: table('a int', [[7]]),
      results: [
        {
          type: 'chart',
          data: table(controlColumns('row bigint', 'ewma'), [[1n, 7, 7, null, null, null, false]]),
        },
      ],
    },
    {
      name: 'an empty input gives an empty chart',
      fields: { measurements: ['a', 'b'] },
      input: table('a int, b int', []),
      output: table('a int, b int', []),
      results: [{ type: 'chart', kind: 'control', data: table(controlColumns('row bigint', 'ewma'), []) }],
    },
    {
      name: 'rejects a weight of 0',
      fields: { measurements: ['a'], weight: '0' },
      input: table('a int', []),
      error: 'invalid value "0" for field "weight": must be 0.001 or greater',
    },
  ],
  run({ input, fields, ...context }) {
    const points = pointsOf({ input, ...context }, { measurements: fields.measurements }, fields.identifier);
    const size = points.values.length;
    const { mean, range } = subgroup(points.values);
    const { d2 } = size === 1 ? ofMovingRange : controlConstants(size, 'measurements');
    const spread = points.rows
      .withColumn('mean', mean)
      .withColumn('range', size === 1 ? movingRange(F.col('mean')) : range)
      .withColumns([
        ['place', F.rowNumber().over(Window.orderBy('n')).cast(types.double)],
        ['grand', average(F.col('mean'))],
        ['sigma', average(F.col('range')).dividedBy(double(d2 * Math.sqrt(size)))],
      ]);
    const rest = 1 - fields.weight;
    const left = (power: number) => F.call('pow', double(rest), F.col('place').times(double(power)));
    const rows = smooth(spread, fields.weight).withColumn('z', F.col('sum').plus(left(1).times(F.col('grand'))));
    const width = F.sqrt(double(fields.weight / (2 - fields.weight)).times(double(1).minus(left(2))));
    const lines = limitsAround(F.col('grand'), F.col('sigma').times(double(3)).times(width));
    return {
      outputs: [input],
      results: [controlChart({ ...points, rows }, { name: 'ewma', value: F.col('z'), ...lines }, fields.title, fields)],
    };
  },
});

/**
 * Adds `sum`: the values of `mean` up to each point, a value k points back weighted with weight * (1 - weight)^k. Each
 * step doubles how far back a sum reaches, until what is further back no longer counts in a double.
 */
function smooth(rows: DataFrame, weight: number): DataFrame {
  const back = (points: number) => F.coalesce(F.lag('sum', points).over(Window.orderBy('n')), double(0));
  let sums = rows.withColumn('sum', F.col('mean').times(double(weight)));
  for (let reach = 1; (1 - weight) ** reach > 1e-17; reach *= 2)
    sums = sums.withColumn('sum', F.col('sum').plus(back(reach).times(double((1 - weight) ** reach))));
  return sums;
}
