import { functions as F, types, type Column, type DataFrame } from '@millrace/spark-connect';
import { asText } from '../../kit/cast.ts';
import { requireColumns } from '../../kit/columns.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer } from '../../kit/number-fields.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { quantile, sortValues } from '../../kit/quantile.ts';
import { stack } from '../../kit/stack.ts';

/** Stands for the share of a bin that one of the inputs has nothing in, whose logarithm would be infinite. */
const minShare = 0.0001;

/** From which stability index on a column has drifted, by custom: a little, and so that a model should be looked at. */
const [moderate, significant] = [0.1, 0.25];

export const dataDrift = processor({
  nodeClass: 'fire.nodes.ml.NodeDataDrift',
  name: 'Data Drift',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-Feature-Selection',
  description:
    'Measures how far columns of the second input have drifted from those of the first with the population stability index (PSI): the sum of (p - q) · ln(p / q) over the shares of rows in bins. Numeric columns are binned at the quantiles of the first input, each of which is one of its values; categorical columns have one bin per value. Nulls have a bin of their own, and NaN counts as the largest value. A bin that is empty in one input counts as a share of 0.0001. A PSI of 0.1 or more is moderate drift, 0.25 or more significant drift. The PSI is null if an input has no rows.',
  inputs: { min: 2, max: 2 },
  inputNames: ['Reference', 'Test'],
  fields: {
    inputCols: columns({ title: 'Numeric columns' }),
    categoricalCols: columns({ title: 'Categorical columns' }),
    numBins: integer({
      default: 10,
      min: 2,
      max: 100,
      title: 'Bins',
      description: 'Number of bins per numeric column',
    }),
  },
  examples: [
    {
      name: 'measures drift of numeric and categorical columns',
      fields: { inputCols: ['a', 'b'], categoricalCols: ['c'], numBins: '2' },
      input: [
        table('a int, b double, c string', [
          [1, 1, 'x'],
          [2, 2, 'x'],
          [3, 3, 'y'],
          [4, 4, 'y'],
        ]),
        table('c string, b int, a bigint', [
          ['x', 10, 2n],
          ['y', 20, 1n],
          ['y', 30, 7n],
          ['x', 40, 9n],
        ]),
      ],
      ordered: true,
      output: table('feature string, psi double, drift string', [
        ['a', 0, 'none'],
        ['b', 4.60431846666895, 'significant'],
        ['c', 0, 'none'],
      ]),
      results: [{ type: 'table' }, { type: 'chart', kind: 'bar' }],
    },
    {
      name: 'bins nulls separately and gives a constant column one bin',
      fields: { inputCols: ['a', 'k'], numBins: '10' },
      input: [
        table('a double, k int', [
          [1, 7],
          [null, 7],
        ]),
        table('a double, k int', [
          [null, 7],
          [0.5, 7],
          [null, 7],
          [1, 7],
        ]),
      ],
      ordered: true,
      output: table('feature string, psi double, drift string', [
        ['a', 0, 'none'],
        ['k', 0, 'none'],
      ]),
    },
    {
      name: 'returns null if the second input has no rows',
      fields: { inputCols: ['a'], categoricalCols: ['c'] },
      input: [table('a int, c string', [[1, 'x']]), table('a int, c string', [])],
      ordered: true,
      output: table('feature string, psi double, drift string', [
        ['a', null, null],
        ['c', null, null],
      ]),
    },
    {
      name: 'returns null if the first input has no rows',
      fields: { inputCols: ['a'], categoricalCols: ['c'] },
      input: [table('a int, c string', []), table('a int, c string', [[1, 'x']])],
      ordered: true,
      output: table('feature string, psi double, drift string', [
        ['a', null, null],
        ['c', null, null],
      ]),
    },
    {
      name: 'rejects a column that the second input lacks',
      fields: { inputCols: ['a'] },
      input: [table('a int', [[1]]), table('b int', [[1]])],
      error: '"a"',
    },
    {
      name: 'rejects a node without columns',
      input: [table('a int', [[1]]), table('a int', [[1]])],
      error: 'fields "inputCols" and "categoricalCols" are empty',
    },
  ],
  run({ inputs, schemas, engine, fields }) {
    const sides = schemas.map((schema) => ({
      numbers: requireNumbers(schema, fields.inputCols, 'inputCols'),
      categories: requireColumns(schema, fields.categoricalCols, 'categoricalCols'),
    }));
    const names = [...fields.inputCols, ...fields.categoricalCols];
    if (names.length === 0)
      throw new FieldError(
        'inputCols',
        'fields "inputCols" and "categoricalCols" are empty: must name at least one column',
        'choose numeric columns, categorical columns, or both',
      );
    const cuts = Array.from({ length: fields.numBins - 1 }, (_, k) => k + 1);
    const cells = sides.map(({ numbers, categories }) => [
      ...numbers.map(({ name }) => F.columnNamed(name).cast(types.double)),
      ...categories.map(({ name, type }) => asText(F.columnNamed(name), type, engine)),
    ]);
    const [reference, test] = inputs.map((input, side) =>
      input.select(...(cells[side] ?? []).map((cell, i) => cell.alias(`x${i}`))),
    );
    if (reference === undefined || test === undefined) throw new TypeError('drift is told of two inputs');
    const isNumber = (i: number): boolean => i < fields.inputCols.length;
    const numeric = names.flatMap((_, i) => (isNumber(i) ? [i] : []));
    const facts = reference
      .agg(F.count().alias('rows_0'), ...numeric.map((i) => sortValues(F.col(`x${i}`), types.double).alias(`s${i}`)))
      .select(
        F.col('rows_0'),
        ...numeric.flatMap((i) => cuts.map((k) => quantile(F.col(`s${i}`), k / fields.numBins).alias(`e${i}_${k}`))),
      )
      .crossJoin(test.agg(F.count().alias('rows_1')));
    const binOf = (i: number): Column => {
      const x = F.col(`x${i}`);
      if (!isNumber(i)) return x;
      const above = cuts.map((k) => F.when(x.gt(F.col(`e${i}_${k}`)), 1).otherwise(0));
      const bin = above.reduce((all, one) => all.plus(one));
      return F.when(x.isNotNull(), bin.cast(types.string));
    };
    const bins = names.map((_, i) => F.call('struct', F.lit(i).alias('feature'), binOf(i).alias('bin')));
    const shares = sharesOf(reference, test, { facts, bins });
    const [p, q] = [F.col('p'), F.col('q')];
    const term = F.when(F.col('fewest').gt(0), p.minus(q).times(F.call('ln', p.dividedBy(q))));
    const one = shares.agg(...names.map((_, i) => F.sum(F.when(F.col('feature').eq(i), term)).alias(`psi_${i}`)));
    const psi = F.col('psi');
    const data = stack(one, 'feature', names, [{ name: 'psi', values: names.map((_, i) => F.col(`psi_${i}`)) }]).select(
      F.col('feature'),
      psi,
      F.when(psi.lt(moderate), 'none')
        .when(psi.lt(significant), 'moderate')
        .when(psi.isNotNull(), 'significant')
        .alias('drift'),
    );
    const table = { title: 'Data drift', data, limit: names.length };
    return {
      outputs: [data],
      results: [
        { ...table, type: 'table' },
        { ...table, type: 'chart', chart: { kind: 'bar', encodings: { x: 'feature', y: ['psi'] } } },
      ],
    };
  },
});

/** What is known of the inputs as a whole, and the bin of each feature of a row. */
interface Binning {
  readonly facts: DataFrame;
  readonly bins: readonly Column[];
}

/** Of each bin of a feature the shares of rows that the two inputs have in it, `p` and `q`. */
const sharesOf = (reference: DataFrame, test: DataFrame, binning: Binning): DataFrame =>
  toBins(reference, 0, binning)
    .union(toBins(test, 1, binning))
    .groupBy('feature', 'bin')
    .agg(shareOf(0).alias('p'), shareOf(1).alias('q'), F.min(F.least('rows_0', 'rows_1')).alias('fewest'));

const toBins = (side: DataFrame, at: number, { facts, bins }: Binning): DataFrame =>
  side
    .crossJoin(facts)
    .select(F.col('rows_0'), F.col('rows_1'), F.explode(F.call('array', ...bins)).alias('one'))
    .select(
      F.col('rows_0'),
      F.col('rows_1'),
      F.col('one').getField('feature').alias('feature'),
      F.col('one').getField('bin').alias('bin'),
      F.lit(at).alias('side'),
    );

function shareOf(at: number): Column {
  const all = F.call('nullif', F.max(F.col(`rows_${at}`)), F.lit(0));
  const part = F.count(F.when(F.col('side').eq(at), 1))
    .cast(types.double)
    .dividedBy(all);
  return F.call('greatest', part, F.lit(minShare, types.double));
}
