import type { Column } from '@millrace/spark-connect';
import {
  control,
  limitsAround,
  average,
  controlChart,
  double,
  individuals,
  pointsOf,
  subgroup,
  within,
} from './_control-chart.ts';
import type { Points, ControlChartOptions } from './_control-chart.ts';
import { controlConstants, type ControlConstants } from './_control-constants.ts';
import { moreTests, tests } from './_control-tests.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import type { Fields } from '../contract/fields.ts';
import type { Definition, Processor } from '../contract/processor.ts';
import type { Result } from '../contract/results.ts';

/** Fields of the charts of subgroups, which are rows of measurements. */
const subgroupFields = (title: string) => ({
  ...control(title),
  measurements: columns({
    required: true,
    title: 'Measurements',
    description: 'Numeric columns; each row is a subgroup',
  }),
  ...tests,
  ...moreTests,
});

/** The spread of a subgroup, by the letter of its chart: its name, and the factors of limits for the mean and for itself. */
const spreads = {
  R: { name: 'range', mean: 'A2', lower: 'D3', upper: 'D4' },
  S: { name: 'stddev', mean: 'A3', lower: 'B3', upper: 'B4' },
} as const satisfies Readonly<
  Record<string, Readonly<{ name: 'range' | 'stddev' } & Record<'mean' | 'lower' | 'upper', keyof ControlConstants>>>
>;

interface Subgroups {
  readonly points: Points;
  readonly mean: Column;
  /** The average spread, and the factor that makes limits around the mean of it. */
  readonly average: Column;
  readonly factor: number;
  readonly fields: ControlChartOptions;
}

/** The charts of the means. */
const ofMeans = {
  /** Within limits by the spread (Montgomery, Introduction to Statistical Quality Control, 6.2 and 6.3). */
  Xbar: ({ points, mean, average: spread, factor, fields }: Subgroups): Result[] => [
    controlChart(
      points,
      { name: 'mean', value: mean, ...limitsAround(average(mean), spread.times(double(factor))) },
      `${fields.title}: Xbar`,
      fields,
    ),
  ],
  /** As individual values, with their moving ranges. */
  IMR: ({ points, mean, fields }: Subgroups): Result[] =>
    individuals(points, { name: 'mean', value: mean }, [`${fields.title}: I`, `${fields.title}: MR`], fields),
};

interface SubgroupChart extends Pick<Definition<Fields>, 'nodeClass' | 'name' | 'description' | 'examples'> {
  readonly means: keyof typeof ofMeans;
  readonly spread: keyof typeof spreads;
}

/** Makes the processor that draws control charts of the means and of the spread of subgroups and hands its input on. */
export const subgroupChart = ({ means, spread: letter, examples, ...names }: SubgroupChart): Processor =>
  processor({
    nodeClass: names.nodeClass,
    name: names.name,
    type: 'SPC-Chart',
    category: 'Data-Visualization/SPC',
    description: `${names.description} Each row is a subgroup of 2 to 25 measurements, one per column. Points follow the order of the rows; rows with null or NaN are omitted. The input is passed on unchanged.`,
    fields: subgroupFields(names.name),
    examples,
    run({ input, fields, ...context }) {
      const points = pointsOf({ input, ...context }, { measurements: fields.measurements }, fields.identifier);
      const factors = controlConstants(points.values.length, 'measurements');
      const { name, ...factorOf } = spreads[letter];
      const { mean, [name]: value } = subgroup(points.values);
      const spread = average(value);
      const inner = { name, value, ...within(spread, factors[factorOf.lower], factors[factorOf.upper]) };
      return {
        outputs: [input],
        results: [
          ...ofMeans[means]({ points, mean, average: spread, factor: factors[factorOf.mean], fields }),
          controlChart(points, inner, `${fields.title}: ${letter}`, fields),
        ],
      };
    },
  });
