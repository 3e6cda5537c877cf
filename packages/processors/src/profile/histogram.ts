import { functions as F, types, type DataFrame } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { chartColors, chartOf, styleFields } from '../kit/chart-fields.ts';
import { column, text } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { integer } from '../kit/number-fields.ts';
import type { Field } from '../contract/fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { RunContext } from '../contract/context.ts';

/** One column; files hold its name as plain text or as a list. */
const inputCols: Field<readonly string[]> = {
  specs: column({ required: true, title: 'Column', description: 'A numeric column' }).specs,
  read: columns({ required: true }).read,
};
const heading = 'index int, range string, count bigint';

export const histogram = processor({
  nodeClass: 'fire.nodes.ml.NodeHistoGramCal',
  name: 'Histogram',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Counts the values of a column in bins of equal width between its minimum and maximum, as a table and a chart. A bin includes its lower bound; the last bin includes both bounds. If all values are equal, there is one bin. Null, NaN and infinity are ignored. The input is passed on unchanged.',
  fields: {
    title: text(),
    ...styleFields,
    chartColors,
    inputCols,
    bins: integer({ default: 10, min: 1, max: 10_000, title: 'Bins' }),
  },
  examples: [
    {
      name: 'bins include their lower bound, the last one the maximum too; reads the column name as plain text',
      fields: { inputCols: 'rating', bins: '4', title: 'Ratings' },
      input: table('rating int, z string', [
        [1, 'a'],
        [5, 'b'],
        [2, 'c'],
        [null, 'd'],
        [4, 'e'],
        [1, 'f'],
      ]),
      results: [
        {
          type: 'table',
          title: 'Ratings',
          data: table(heading, [
            [0, '[1.0, 2.0)', 2n],
            [1, '[2.0, 3.0)', 1n],
            [2, '[3.0, 4.0)', 0n],
            [3, '[4.0, 5.0]', 2n],
          ]),
        },
        { type: 'chart', title: 'Ratings', kind: 'histogram' },
      ],
    },
    {
      name: 'bins large and negative numbers; ignores NaN, null and infinity',
      fields: { inputCols: ['a.b'], bins: '2' },
      input: table('`a.b` double', [[-1e7], [NaN], [3e7], [null], [Infinity], [1e7]]),
      results: [
        {
          type: 'table',
          title: 'Histogram',
          data: table(heading, [
            [0, '[-1.0E7, 1.0E7)', 1n],
            [1, '[1.0E7, 3.0E7]', 2n],
          ]),
        },
        { type: 'chart' },
      ],
    },
    {
      name: 'equal values give one bin',
      fields: { inputCols: 'd' },
      input: table('d decimal(5,2)', [['1.50'], ['1.50'], [null]]),
      output: table('d decimal(5,2)', [['1.50'], ['1.50'], [null]]),
      results: [{ type: 'table', data: table(heading, [[0, '[1.5, 1.5]', 2n]]) }, { type: 'chart' }],
    },
    {
      name: 'an empty input has no bins',
      fields: { inputCols: 'n' },
      input: table('n bigint', []),
      output: table('n bigint', []),
      results: [{ type: 'table', data: table(heading, []) }, { type: 'chart' }],
    },
  ],
  run({ input, schema, engine, session, fields }) {
    const names = requireNumbers(schema, fields.inputCols, 'inputCols').map((c) => c.name);
    const titleOf = (name: string): string =>
      [fields.title ?? 'Histogram', ...(names.length > 1 ? [name] : [])].join(': ');
    const chart = chartOf('histogram', { x: 'range', y: ['count'] }, fields);
    return {
      outputs: [input],
      results: names.flatMap((name) => {
        const table = {
          title: titleOf(name),
          data: intervals(input, name, fields.bins, { session, engine }),
          limit: fields.bins,
        };
        return [
          { ...table, type: 'table' as const },
          { ...table, type: 'chart' as const, chart: { ...chart, xLabel: name } },
        ];
      }),
    };
  },
});

function intervals(
  input: DataFrame,
  name: string,
  bins: number,
  { session, engine }: Pick<RunContext, 'session' | 'engine'>,
): DataFrame {
  const number = F.col('v');
  const values = input
    .select(F.columnNamed(name).cast(types.double).alias('v'))
    .filter(F.call('abs', number).lt(F.lit(Number.POSITIVE_INFINITY, types.double)));
  // Sail is verified to leave out NaN in this form; the values hold no NaN
  const value = F.when(number.isNaN().not(), number);
  const [lo, hi] = [F.col('lo'), F.col('hi')];
  const width = hi.minus(lo);
  const ends = values.agg(F.min(value).alias('lo'), F.max(value).alias('hi'));
  const last = F.lit(bins - 1, types.long);
  const interval = F.call('floor', number.minus(lo).dividedBy(width).times(F.lit(bins, types.double))).cast(types.long);
  const counts = values
    .crossJoin(ends)
    .select(
      F.when(width.gt(F.lit(0, types.double)), F.call('least', interval, last))
        .otherwise(0n)
        .alias('place'),
    )
    .groupBy(F.col('place'))
    .agg(F.count().alias('found'));
  const end = (i: typeof lo) =>
    asText(lo.plus(width.times(i.cast(types.double)).dividedBy(F.lit(bins, types.double))), types.double, engine);
  const index = F.col('index');
  return session
    .range(bins)
    .select(F.col('id').alias('index'))
    .crossJoin(ends)
    .filter(width.gt(F.lit(0, types.double)).or(lo.eq(hi).and(index.eq(0n))))
    .join(counts, index.eq(F.col('place')), 'left')
    .orderBy(index)
    .select(
      index.cast(types.integer).alias('index'),
      F.call(
        'concat',
        '[',
        end(index),
        ', ',
        F.when(index.lt(last), end(index.plus(1))).otherwise(asText(hi, types.double, engine)),
        F.when(index.lt(last).and(width.gt(F.lit(0, types.double))), ')').otherwise(']'),
      ).alias('range'),
      F.coalesce(F.col('found'), F.lit(0n)).alias('count'),
    );
}
