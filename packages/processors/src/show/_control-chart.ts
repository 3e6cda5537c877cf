import { functions as F, types, Window, type Column, type DataFrame } from '@millrace/spark-connect';
import { chartOf, styleFields } from '../kit/chart-fields.ts';
import { requireColumn, uniqueNames } from '../kit/columns.ts';
import { ofMovingRange } from './_control-constants.ts';
import { withTests, type Tests } from './_control-tests.ts';
import { column, text } from '../kit/fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { numberRows, rowNumberBy } from '../kit/order.ts';
import type { Context } from '../contract/context.ts';
import type { Result } from '../contract/results.ts';

/** Fields of every control chart. */
export const control = (title: string) => ({
  title: text({ default: title }),
  ...styleFields,
  identifier: column({ title: 'Point labels', description: 'Row numbers if no column is chosen' }),
});

export interface ControlChartOptions extends Tests {
  readonly title: string;
  readonly titleColor: string;
  readonly description: string | undefined;
  readonly descriptionColor: string;
}

/** Points of a chart in the order of `n`: `x` their names, `values` the chosen columns as doubles. */
export interface Points {
  readonly rows: DataFrame;
  readonly values: readonly Column[];
  /** What the names of the points are called. */
  readonly label: string;
}

/** The rows as points, in input order. Those with a null or NaN in one of the columns are left out. */
export function pointsOf(
  { input, schema, engine }: Pick<Context<Record<never, never>>, 'input' | 'schema' | 'engine'>,
  columnsByField: Readonly<Record<string, readonly string[]>>,
  identifier: string | undefined,
): Points {
  const names = Object.entries(columnsByField).flatMap(([field, columns]) => requireNumbers(schema, columns, field));
  const label = identifier === undefined ? undefined : requireColumn(schema, identifier, 'identifier').name;
  const { rows, position } = numberRows(input, schema, engine);
  const values = names.map((_, i) => F.col(`v${i}`));
  const points = rows
    .select(
      rowNumberBy(position).alias('n'),
      ...(label === undefined ? [] : [F.columnNamed(label).alias('x')]),
      ...names.map(({ name }, i) => F.columnNamed(name).cast(types.double).alias(`v${i}`)),
    )
    // neither null nor NaN, which is greater than any number
    .filter(values.map((v) => F.abs(v).lte(double(Number.POSITIVE_INFINITY))).reduce((all, one) => all.and(one)));
  return label === undefined
    ? { rows: points.withColumn('x', F.col('n')), values, label: 'row' }
    : { rows: points, values, label };
}

/** All points, in their order: so that every engine adds up in the same one. */
const all = Window.orderBy('n').rowsBetween('unboundedPreceding', 'unboundedFollowing');
export const average = (value: Column): Column => F.avg(value).over(all);
export const median = (value: Column): Column => F.median(value).over(Window);
export const total = (value: Column): Column => F.sum(value).over(all);

/** Mean, range and standard deviation (of a sample) of the measurements of a subgroup. */
export function subgroup(values: readonly Column[]): Readonly<Record<'mean' | 'range' | 'stddev', Column>> {
  const sum = (terms: readonly Column[]) => terms.reduce((all, one) => all.plus(one));
  const mean = sum(values).dividedBy(double(values.length));
  const squares = values.map((v) => v.minus(mean).times(v.minus(mean)));
  return {
    mean,
    range: F.call('greatest', ...values).minus(F.call('least', ...values)),
    stddev: F.sqrt(sum(squares).dividedBy(double(values.length - 1))),
  };
}

export const double = (value: number): Column => F.lit(value, types.double);

/** Centre line and control limits. */
export interface Lines {
  readonly center: Column;
  readonly upper: Column;
  readonly lower: Column;
}

export const limitsAround = (center: Column, distance: Column): Lines => ({
  center,
  upper: center.plus(distance),
  lower: center.minus(distance),
});

/** Around an average spread, by two factors. */
export const within = (spread: Column, lower: number, upper: number): Lines => ({
  center: spread,
  upper: spread.times(double(upper)),
  lower: spread.times(double(lower)),
});

/** The chart of a value of every point. `name` is what the value is called. */
export function controlChart(
  { rows, label }: Points,
  point: Lines & { readonly name: string; readonly value: Column },
  title: string,
  fields: ControlChartOptions,
): Result {
  const names = uniqueNames([label, point.name, 'CL', 'UCL', 'LCL', 'tests', 'marked'], '_');
  const [x = '', y = '', center = '', upper = '', lower = '', failures = '', marked = ''] = names;
  const points = rows.select(
    F.col('n'),
    F.col('x'),
    point.value.alias('v'),
    ...(['center', 'upper', 'lower'] as const).map((line) => point[line].alias(line)),
  );
  const data = withTests(points, fields)
    .orderBy('n')
    .select('x', 'v', 'center', 'upper', 'lower', 'tests', F.col('tests').isNotNull().alias('marked'))
    .toDF(...names);
  const chart = chartOf('control', { x, y: [y], center, upper, lower, label: failures, marked }, fields);
  return { type: 'chart', title, data, chart };
}

/**
 * The charts of individual values (`value`, a column of the points) and of their moving ranges, each the distance from
 * the value before: mean -+ 3 * MR / d2, and D4 * MR (Montgomery, Introduction to Statistical Quality Control, 6.4).
 */
export function individuals(
  points: Points,
  { name, value }: { readonly name: string; readonly value: Column },
  titles: readonly [individuals: string, ranges: string],
  fields: ControlChartOptions,
): Result[] {
  const { d2, D3, D4 } = ofMovingRange;
  const withRange = { ...points, rows: points.rows.withColumn('moved', movingRange(value)) };
  const spread = average(F.col('moved'));
  return [
    controlChart(
      withRange,
      { name, value, ...limitsAround(average(value), spread.times(double(3 / d2))) },
      titles[0],
      fields,
    ),
    controlChart(
      withRange,
      { name: 'moving_range', value: F.col('moved'), ...within(spread, D3, D4) },
      titles[1],
      fields,
    ),
  ];
}

/** The distance from the value of the point before; null for the first point. */
export const movingRange = (value: Column): Column => F.abs(value.minus(F.lag(value).over(Window.orderBy('n'))));

/** Columns of a chart's data, for examples: `x` names the points, `y` is a double. */
export const controlColumns = (x: string, y: string): string =>
  `${x}, ${y} double, CL double, UCL double, LCL double, tests string, marked boolean`;
