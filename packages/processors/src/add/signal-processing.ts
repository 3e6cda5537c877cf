import { functions as F, types, Window, type Column, type DataFrame } from '@millrace/spark-connect';
import { choice } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { failUnless } from '../kit/guard.ts';
import { lambda2 } from '../kit/lambda.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { freeName, numberRows } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** Most values of a signal: every value meets every other. */
const maxLength = 5000;

export const signalProcessing = processor({
  nodeClass: 'fire.nodes.etl.NodeSignalProcessing',
  name: 'Signal Processing',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Transforms numeric columns into new columns: the natural logarithm `<column>_log` (null for 0 and negative values), its inverse `<column>_antilog` (e to the power of the value), or the discrete Fourier transform `<column>_real` and `<column>_imaginary` of the column in row order, for at most 5,000 values. Nulls and NaN are ignored by the Fourier transform and give null.',
  unverified: 'logarithms, powers and sines computed by Sail differ from those of Spark in the last digits',
  fields: {
    inputCols: columns({ required: true, title: 'Columns', description: 'Numeric columns' }),
    transformationType: choice(['Fourier Transform', 'Log Transform', 'Anti Log Transform'], {
      required: true,
      title: 'Transformation',
    }),
  },
  examples: [
    {
      name: 'computes natural logarithms; gives null for 0, negative values and null',
      fields: { inputCols: ['a.b', 'n'], transformationType: 'Log Transform' },
      input: table('`a.b` double, n int', [
        [1, 0],
        [Math.E, -1],
        [null, 1],
      ]),
      output: table('`a.b` double, n int, `a.b_log` double, n_log double', [
        [1, 0, 0, null],
        [Math.E, -1, 1, null],
        [null, 1, null, 0],
      ]),
    },
    {
      name: 'computes the inverse of the logarithm',
      fields: { inputCols: ['x'], transformationType: 'Anti Log Transform' },
      input: table('x double', [[0], [Number.NEGATIVE_INFINITY], [null]]),
      output: table('x double, x_antilog double', [
        [0, 1],
        [Number.NEGATIVE_INFINITY, 0],
        [null, null],
      ]),
    },
    {
      name: 'computes the spectrum of four values in order and ignores nulls',
      fields: { inputCols: ['x'], transformationType: 'Fourier Transform' },
      input: table('x int, id string', [
        [1, 'd'],
        [2, 'c'],
        [null, 'b'],
        [3, 'a'],
        [4, 'e'],
      ]),
      output: table('x int, id string, x_real double, x_imaginary double', [
        [1, 'd', 10, 0],
        [2, 'c', -2, 2],
        [null, 'b', null, null],
        [3, 'a', -2, 0],
        [4, 'e', -2, -2],
      ]),
      ordered: true,
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { inputCols: ['x', 'y'], transformationType: 'Fourier Transform' },
      input: table('x double, y int', []),
      output: table('x double, y int, x_real double, x_imaginary double, y_real double, y_imaginary double', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    const names = requireNumbers(schema, fields.inputCols, 'inputCols').map((c) => c.name);
    const value = (name: string): Column => F.columnNamed(name).cast(types.double);
    switch (fields.transformationType) {
      case 'Log Transform':
        return input.withColumns(names.map((name) => [`${name}_log`, F.call('ln', value(name))]));
      case 'Anti Log Transform':
        return input.withColumns(names.map((name) => [`${name}_antilog`, F.call('exp', value(name))]));
      case 'Fourier Transform': {
        const { rows, position, restore } = numberRows(input, schema, engine);
        const signal = freeName(schema, '_signal');
        const spectra = names.reduce((all, name) => withSpectrum(all, name, signal, position), rows);
        return restore(spectra);
      }
    }
  },
});

/**
 * Adds the discrete Fourier transform of a column: X(k) is the sum of x(n) * e^(-2 pi i k n / N) over the N values that
 * are there. Quarters of a turn are exact.
 */
function withSpectrum(rows: DataFrame, name: string, signal: string, position: Column): DataFrame {
  const cell = F.columnNamed(name).cast(types.double);
  const isNumber = cell.isNotNull().and(cell.isNaN().not());
  const all = F.columnNamed(signal);
  const size = F.call('size', all);
  const index = F.rowNumber().over(Window.partitionBy(isNumber).orderBy(position)).minus(1);
  const order = Window.orderBy(position).rowsBetween('unboundedPreceding', 'unboundedFollowing');
  const at = `${signal}_place`;
  const part = (wave: (turn: Column) => Column): Column =>
    F.when(
      isNumber,
      F.call(
        'aggregate',
        F.call(
          'transform',
          all,
          lambda2('x', 'n', (x, n) => x.times(wave(F.columnNamed(at).times(n).mod(size).times(4).dividedBy(size)))),
        ),
        double(0),
        lambda2('sum', 'term', (sum, term) => sum.plus(term)),
      ),
    );
  return rows
    .withColumns([
      [signal, F.collectList(F.when(isNumber, cell)).over(order)],
      [at, index.cast(types.long)],
    ])
    .filter(
      failUnless(
        size.lte(maxLength),
        `column "${name}" has more than ${maxLength} values: a Fourier transform takes at most ${maxLength}`,
      ),
    )
    .withColumns([
      [`${name}_real`, part((turn) => waves(turn, [1, 0, -1, 0], 'cos'))],
      [`${name}_imaginary`, part((turn) => waves(turn, [0, -1, 0, 1], 'sin', -1))],
    ])
    .drop(all, F.columnNamed(at));
}

const double = (value: number): Column => F.lit(value, types.double);

/** Cosine or negative sine of so many quarters of a turn, by a table if they are whole. */
const waves = (turn: Column, whole: readonly number[], wave: 'cos' | 'sin', sign = 1): Column =>
  whole.reduceRight<Column>(
    (rest, value, i) => F.when(turn.eq(double(i)), double(value)).otherwise(rest),
    F.call(wave, turn.times(double(Math.PI / 2))).times(double(sign)),
  );
