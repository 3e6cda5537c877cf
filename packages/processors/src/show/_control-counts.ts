import { functions as F, type Column } from '@millrace/spark-connect';
import { control, controlChart, double, pointsOf, total, type ControlChartOptions } from './_control-chart.ts';
import { tests } from './_control-tests.ts';
import { column } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import type { Context } from '../contract/context.ts';
import type { Fields } from '../contract/fields.ts';
import type { Definition, Processor } from '../contract/processor.ts';
import type { Result } from '../contract/results.ts';

/** Fields of the control charts of counts. */
const countFields = (title: string, countName: string) => ({
  ...control(title),
  attribute: columns({
    required: true,
    title: 'Counts',
    description: `Numeric columns with the number of ${countName}, one chart each`,
  }),
  subgroup: column({ required: true, title: 'Subgroup size', description: 'A numeric column' }),
  ...tests,
});

interface CountFields extends ControlChartOptions {
  readonly attribute: readonly string[];
  readonly subgroup: string;
  readonly identifier: string | undefined;
}

/** What a point of a chart is, from its count, its size, and the sum of all counts over the sum of all sizes. */
interface CountPoint {
  /** What the value is called; the name of the column of counts if not set. */
  readonly name?: string;
  value(count: Column, size: Column): Column;
  center(rate: Column, size: Column): Column;
  variance(rate: Column, size: Column): Column;
  /** The maximum value there can be. */
  max?(size: Column): Column;
}

/**
 * A chart of each column of counts, three standard deviations around the centre line, within what is possible
 * (Montgomery, Introduction to Statistical Quality Control, chapter 7). Where sizes differ the lines differ with them.
 * Subgroups without a size above 0 are left out.
 */
const chartsOfCounts = (
  context: Parameters<typeof pointsOf>[0] & Pick<Context<Record<never, never>>, 'input'>,
  fields: CountFields,
  { name, value, center, variance, max }: CountPoint,
): Result[] =>
  fields.attribute.map((attribute) => {
    const points = pointsOf(context, { attribute: [attribute], subgroup: [fields.subgroup] }, fields.identifier);
    const [count, size, rate] = [F.col('v0'), F.col('v1'), F.col('rate')];
    const rows = points.rows
      .filter(size.gt(double(0)))
      .withColumn('rate', total(count).dividedBy(total(size)))
      .withColumn('distance', F.sqrt(F.call('greatest', variance(rate, size), double(0))).times(double(3)));
    const middle = center(rate, size);
    const above = middle.plus(F.col('distance'));
    return controlChart(
      { ...points, rows },
      {
        name: name ?? attribute,
        value: value(count, size),
        center: middle,
        upper: max === undefined ? above : F.call('least', above, max(size)),
        lower: F.call('greatest', middle.minus(F.col('distance')), double(0)),
      },
      `${fields.title}: ${attribute}`,
      fields,
    );
  });

interface CountChart extends Pick<Definition<Fields>, 'nodeClass' | 'name' | 'description' | 'examples'> {
  /** What is counted: `defective items`. */
  readonly countName: string;
  readonly point: CountPoint;
}

/** Makes the processor that draws a control chart of counts and hands its input on. */
export const countChart = ({ countName, point, examples, ...names }: CountChart): Processor =>
  processor({
    nodeClass: names.nodeClass,
    name: names.name,
    type: 'SPC-Chart',
    category: 'Data-Visualization/SPC',
    description: `${names.description} Points follow the order of the rows; rows with null, NaN or a size that is not greater than 0 are omitted. The input is passed on unchanged.`,
    fields: countFields(names.name, countName),
    examples,
    run: ({ input, fields, ...context }) => ({
      outputs: [input],
      results: chartsOfCounts({ input, ...context }, fields, point),
    }),
  });
