import { functions as F, types, Window, type Column, type DataType } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { choice, column, layout } from '../kit/fields.ts';
import { integer } from '../kit/number-fields.ts';
import { rows } from '../kit/list-fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { oneZero } from '../kit/zero.ts';

const names = [
  'avg',
  'min',
  'max',
  'stddev',
  'variance',
  'skewness',
  'kurtosis',
  'coefficient_of_variation',
  'range',
  'rms',
  'sum',
] as const;

/** So sums of numbers with fractions, and all that is made of them, may differ in the last digits. */
const slidingSums = 'Sail subtracts values from a running sum where Spark sums the rows of each frame';

const isExact = (name: (typeof names)[number], { kind }: DataType): boolean =>
  kind !== 'double' &&
  kind !== 'float' &&
  (['min', 'max', 'range', 'sum'].includes(name) || (name === 'avg' && kind !== 'decimal'));

type InFrame = (aggregate: Column) => Column;
const over =
  (name: string) =>
  (column: Column, inFrame: InFrame): Column =>
    inFrame(F.call(name, column));
const orNull = (divisor: Column): Column => F.call('nullif', divisor, F.lit(0, types.double));

const functions = {
  avg: over('avg'),
  min: over('min'),
  max: over('max'),
  stddev: over('stddev'),
  variance: over('variance'),
  skewness: over('skewness'),
  kurtosis: over('kurtosis'),
  sum: over('sum'),
  coefficient_of_variation: (c, inFrame) =>
    inFrame(F.stddev(c)).dividedBy(orNull(inFrame(F.avg(c)).cast(types.double))),
  range: (c, inFrame) => inFrame(F.max(c)).minus(inFrame(F.min(c))),
  rms: (c, inFrame) => F.call('sqrt', inFrame(F.avg(c.cast(types.double).times(c.cast(types.double))))),
} as const satisfies Record<(typeof names)[number], (column: Column, inFrame: InFrame) => Column>;

export const movingWindowFunctions = processor({
  nodeClass: 'fire.nodes.etl.NodeMovingWindowFunctions',
  name: 'Window Aggregation',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Adds aggregates over a moving window of rows of the same partition, by default from one row before to one row after the current row, as `<function>_<column>` (the average as `mean_<column>`). Nulls are ignored; without any values, the aggregate is null. Standard deviation and variance are those of a sample and null for a single value; the coefficient of variation is null if the average is 0.',
  fields: {
    partitionCol: column({ title: 'Partition by' }),
    orderCol: column({ title: 'Order by' }),
    aggregates: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        functions: choice(names, { required: true, title: 'Function' }),
      },
      { key: 'inputCols', required: true },
    ),
    advanced: layout(),
    windowStart: integer({ default: -1, title: 'First row', description: 'Rows before the current row are negative' }),
    windowEnd: integer({ default: 1, title: 'Last row' }),
  },
  examples: [
    {
      name: 'computes average, sum and range of three rows; ignores nulls; null is a partition',
      fields: { partitionCol: 'k', orderCol: 'n', inputCols: ['v', 'v', 'v'], functions: ['avg', 'sum', 'range'] },
      input: table('k string, n int, v int', [
        ['a', 1, 1],
        ['a', 2, null],
        ['a', 3, 5],
        [null, 1, 7],
        ['b', 1, null],
      ]),
      output: table('k string, n int, v int, mean_v double, sum_v bigint, range_v int', [
        ['a', 1, 1, 1, 1n, 0],
        ['a', 2, null, 3, 6n, 4],
        ['a', 3, 5, 5, 5n, 0],
        [null, 1, 7, 7, 7n, 0],
        ['b', 1, null, null, null, null],
      ]),
    },
    {
      unverified: 'Sail subtracts values from a running sum',
      name: 'computes deviation and root mean square of the current and the previous row; takes unusual names',
      fields: {
        orderCol: 'n',
        inputCols: ['a.b', 'a.b', 'a.b', 'a.b'],
        functions: ['stddev', 'variance', 'rms', 'coefficient_of_variation'],
        windowStart: '-1',
        windowEnd: '0',
      },
      input: table('n int, `a.b` double', [
        [1, 3],
        [2, 3],
        [3, -3],
      ]),
      output: table(
        'n int, `a.b` double, `stddev_a.b` double, `variance_a.b` double, `rms_a.b` double, `coefficient_of_variation_a.b` double',
        [
          [1, 3, null, null, 3, null],
          [2, 3, 0, 0, 3, 0],
          [3, -3, Math.sqrt(18), 18, 3, null],
        ],
      ),
    },
    {
      unverified: 'Sail subtracts values from a running sum',
      name: 'computes skewness and kurtosis of all rows of the partition',
      fields: {
        orderCol: 'n',
        inputCols: ['n', 'n'],
        functions: ['skewness', 'kurtosis'],
        windowStart: '-9',
        windowEnd: '9',
      },
      input: table('n int', [[1], [2], [3]]),
      output: table('n int, skewness_n double, kurtosis_n double', [
        [1, 0, -1.5],
        [2, 0, -1.5],
        [3, 0, -1.5],
      ]),
    },
    {
      unverified: 'Sail subtracts values from a running sum',
      name: 'adds the new columns to an empty input',
      fields: { orderCol: 'n', inputCols: ['x'], functions: ['min'] },
      input: table('n int, x float', []),
      output: table('n int, x float, min_x float', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    const { partitionCol, orderCol, windowStart, windowEnd } = fields;
    const partition = requireColumns(schema, partitionCol === undefined ? [] : [partitionCol], 'partitionCol');
    const order = requireColumns(schema, orderCol === undefined ? [] : [orderCol], 'orderCol');
    const window = Window.partitionBy(...partition.map((c) => oneZero(F.columnNamed(c.name), c.type, engine)))
      .orderBy(...order.map((c) => oneZero(F.columnNamed(c.name), c.type, engine)))
      .rowsBetween(windowStart, windowEnd);
    const numbers = requireNumbers(
      schema,
      fields.aggregates.map((a) => a.inputCols),
      'inputCols',
    );
    const output = input.withColumns(
      fields.aggregates.map(({ inputCols, functions: name }) => [
        `${name === 'avg' ? 'mean' : name}_${inputCols}`,
        functions[name](F.columnNamed(inputCols), (aggregate) => aggregate.over(window)),
      ]),
    );
    const exact = fields.aggregates.every((rule, i) => isExact(rule.functions, numbers[i]?.type ?? types.double));
    return { outputs: [output], ...(exact ? {} : { unverified: slidingSums }) };
  },
});
