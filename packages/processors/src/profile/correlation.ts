import { functions as F, types, type Column, type DataFrame } from '@millrace/spark-connect';
import * as ml from '@millrace/spark-connect/ml';
import { uniqueNames } from '../kit/columns.ts';
import { choice, text } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { failUnless } from '../kit/guard.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { trainingRows } from '../ml/kit/stages.ts';

export const correlation = processor({
  nodeClass: 'fire.nodes.ml.NodeCorrelation',
  name: 'Correlation',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Computes the Pearson correlation of every pair of the chosen columns, as a table and a heat map. Rows with null or NaN in a chosen column are skipped, fail the run, or are kept and make the correlations of that column NaN. The correlation is null for a column that does not vary.',
  fields: {
    title: text({ default: 'Correlation Matrix' }),
    inputCols: columns({ required: true, title: 'Columns', description: 'Two or more numeric columns' }),
    handleInvalid: choice(['skip', 'error', 'keep'], { default: 'skip', title: 'Rows with null or NaN' }),
  },
  outputs: ['correlation', 'input'],
  defaultOutput: 'input',
  examples: [
    {
      name: 'correlates columns that rise, fall and do not vary; passes the input on',
      fields: { inputCols: ['a', 'b', 'c', 'k'] },
      input: table('a int, b double, c bigint, k int', [
        [1, 2, 3n, 7],
        [2, 4, 2n, 7],
        [3, 6, 1n, 7],
      ]),
      ordered: true,
      output: [
        table('column string, a double, b double, c double, k double', [
          ['a', 1, 1, -1, null],
          ['b', 1, 1, -1, null],
          ['c', -1, -1, 1, null],
          ['k', null, null, null, null],
        ]),
        table('a int, b double, c bigint, k int', [
          [1, 2, 3n, 7],
          [2, 4, 2n, 7],
          [3, 6, 1n, 7],
        ]),
      ],
    },
    {
      name: 'skips rows with null or NaN; a column may be called "column"',
      fields: { inputCols: ['a', 'column'], title: 'r' },
      input: table('a double, column int', [
        [1, 1],
        [NaN, 50],
        [3, null],
        [2, 2],
        [3, 3],
      ]),
      results: [
        {
          type: 'table',
          title: 'r',
          data: table('column_ string, a double, column double', [
            ['a', 1, 1],
            ['column', 1, 1],
          ]),
        },
        {
          type: 'chart',
          title: 'r',
          kind: 'heat-map',
          data: table('column_ string, a double, column double', [
            ['a', 1, 1],
            ['column', 1, 1],
          ]),
        },
      ],
    },
    {
      name: 'kept nulls make every correlation of their column NaN',
      fields: { inputCols: ['a', 'b.c'], handleInvalid: 'keep' },
      input: table('a double, `b.c` int', [
        [1, 1],
        [2, null],
        [4, 3],
      ]),
      results: [
        {
          type: 'table',
          data: table('column string, a double, `b.c` double', [
            ['a', 1, NaN],
            ['b.c', NaN, NaN],
          ]),
        },
        { type: 'chart', kind: 'heat-map' },
      ],
    },
    {
      name: 'fails on null if invalid rows are errors',
      fields: { inputCols: ['a', 'b'], handleInvalid: 'error' },
      input: table('a double, b int', [
        [1, 1],
        [2, null],
      ]),
      error: 'null or NaN',
    },
    {
      name: 'gives null for a single row',
      fields: { inputCols: ['a', 'b'] },
      input: table('a double, b int', [
        [1, 1],
        [null, 2],
      ]),
      results: [
        {
          type: 'table',
          data: table('column string, a double, b double', [
            ['a', null, null],
            ['b', null, null],
          ]),
        },
        { type: 'chart', kind: 'heat-map' },
      ],
    },
    {
      name: 'an empty input has no correlations',
      fields: { inputCols: ['a', 'b'] },
      input: table('a double, b int', []),
      ordered: true,
      output: [
        table('column string, a double, b double', [
          ['a', null, null],
          ['b', null, null],
        ]),
        table('a double, b int', []),
      ],
    },
  ],
  run({ engine, input, schema, maxTrainingRows, fields }) {
    const names = requireNumbers(schema, fields.inputCols, 'inputCols').map((c) => c.name);
    if (names.length < 2)
      throw new FieldError(
        'inputCols',
        'field "inputCols" has one column: must have at least two',
        'choose two or more columns',
      );
    const nan = F.lit(Number.NaN, types.double);
    const numbers = names.map((name) => F.coalesce(F.columnNamed(name).cast(types.double), nan));
    const position = names.map((_, i) => `x${i}`);
    const valid = position.map((name) => F.col(name).isNaN().not()).reduce((all, one) => all.and(one));
    const byIndex = input.select(...numbers.map((value, i) => value.alias(position[i] ?? '')));
    const rows = {
      skip: () => byIndex.filter(valid),
      error: () => byIndex.filter(failUnless(valid, 'a row has null or NaN in a correlated column')),
      keep: () => byIndex,
    }[fields.handleInvalid]();
    const [heading = ''] = uniqueNames([...names, 'column'], '_').slice(-1);
    const headings = { heading, names };
    const matrix =
      engine === 'spark'
        ? bySpark(trainingRows({ maxTrainingRows }, rows), position, headings)
        : bySums(rows, position, headings);
    const table = { title: fields.title, data: matrix, limit: names.length };
    return {
      outputs: [matrix, input],
      schemas: [
        types.struct([types.field(heading, types.string), ...names.map((name) => types.field(name, types.double))]),
        schema,
      ],
      results: [
        { ...table, type: 'table' },
        {
          ...table,
          type: 'chart',
          chart: { kind: 'heat-map', encodings: { x: heading, y: names }, options: { least: -1, greatest: 1 } },
        },
      ],
    };
  },
});

const boundsOf = (names: readonly string[]): readonly Column[] =>
  names.flatMap((name) => [F.min(F.col(name)).alias(`${name}_least`), F.max(F.col(name)).alias(`${name}_most`)]);

/** Of each column what ends so, as an array. */
const each = (position: readonly string[], end: string): Column =>
  F.call('array', ...position.map((name) => F.col(`${name}_${end}`)));

interface MatrixNames {
  readonly heading: string;
  readonly names: readonly string[];
}

/**
 * By Spark ML's own correlation. It wants two rows: if there are fewer, two of NaN stand in for them, and nothing varies.
 * One expression says what each place of the matrix is.
 */
function bySpark(rows: DataFrame, position: readonly string[], { heading, names }: MatrixNames): DataFrame {
  const nothing = F.call('array', ...names.map(() => F.lit(Number.NaN, types.double)));
  const singleRow = rows
    .agg(F.count(F.lit(1)).alias('n'))
    .filter(F.col('n').lt(2))
    .select(F.explode(F.call('array_repeat', nothing, F.lit(2))).alias('a'));
  const vectors = rows
    .select(F.call('array', ...position.map((name) => F.col(name))).alias('a'))
    .union(singleRow)
    .select(F.call('array_to_vector', F.col('a')).alias('v'));
  const matrix = ml
    .correlation(vectors, 'v')
    .select(F.call('unwrap_udt', F.col('pearson(v)')).getField('values').alias('r'));
  const rowOf = F.call('slice', F.col('r'), F.col('pos').times(names.length).plus(1), F.lit(names.length));
  return matrix
    .crossJoin(rows.agg(...boundsOf(position)))
    .select(
      F.call('posexplode', F.call('array', ...names)),
      F.col('r'),
      each(position, 'least').alias('least'),
      each(position, 'most').alias('most'),
    )
    .select(
      F.col('col').alias(heading),
      F.transform(rowOf, (r, i) =>
        pair({ row: F.col('pos').plus(1), column: i.plus(1), same: F.col('pos').eq(i), r }),
      ).alias('r'),
    )
    .select(F.columnNamed(heading), ...names.map((name, i) => F.col('r').getItem(i).alias(name)));
}

/**
 * By the products of each pair's distances from their means, a tenth of the work of `corr` for each pair. What a pair of columns
 * needs is looked up by the row's place: one expression a column; one a pair would take an engine seconds to plan.
 */
function bySums(rows: DataFrame, position: readonly string[], { heading, names }: MatrixNames): DataFrame {
  const means = rows.agg(...position.map((name) => F.avg(F.col(name)).alias(`${name}_mean`)));
  const away = position.map((name) =>
    F.col(name)
      .minus(F.col(`${name}_mean`))
      .alias(`${name}_away`),
  );
  const products = position.flatMap((x, i) =>
    position.slice(i).map((y) => F.sum(F.col(`${x}_away`).times(F.col(`${y}_away`))).alias(`${x}_${y}_sum`)),
  );
  const sums = (sum: (name: string, i: number) => string): Column =>
    F.call('array', ...position.map((name, i) => F.col(`${sum(name, i)}_sum`)));
  const deviations = rows
    .crossJoin(means)
    .select(...position.map((name) => F.col(name)), ...away)
    .agg(...boundsOf(position), ...products)
    .select(
      F.call('posexplode', F.call('array', ...names)),
      each(position, 'least').alias('least'),
      each(position, 'most').alias('most'),
      sums((name) => `${name}_${name}`).alias('own'),
      ...position.map((y, k) => sums((x, i) => (i < k ? `${x}_${y}` : `${y}_${x}`)).alias(`with_${y}`)),
    );
  const row = F.col('pos').plus(1);
  const own = (index: Column): Column => F.call('element_at', F.col('own'), index);
  return deviations.select(
    F.col('col').alias(heading),
    ...names.map((name, k) => {
      const column = F.lit(k + 1);
      const spread = F.call('nullif', F.sqrt(own(row).times(own(column))), F.lit(0, types.double));
      const r = F.call('element_at', F.col(`with_x${k}`), row).dividedBy(spread);
      return pair({ row, column, same: F.col('pos').eq(k), r }).alias(name);
    }),
  );
}

interface Pair {
  /** Positions of the two columns, from 1, in the arrays of what is known of each. */
  readonly row: Column;
  readonly column: Column;
  readonly same: Column;
  /** Their correlation, if both vary. */
  readonly r: Column;
}

/** Correlation of two columns: NaN where one of them holds NaN; a column that varies correlates with itself exactly. */
function pair({ row, column, same, r }: Pair): Column {
  const at = (name: string, index: Column): Column => F.call('element_at', F.col(name), index);
  const one = F.lit(1, types.double);
  const varies = [row, column].map((p) => at('least', p).lt(at('most', p))).reduce((a, b) => a.and(b));
  const coefficient = F.when(same, one).when(r.isNaN(), r).when(r.gt(1), one).when(r.lt(-1), one.negate()).otherwise(r);
  const holdsNaN = at('most', row).isNaN().or(at('most', column).isNaN());
  return F.when(holdsNaN, F.lit(Number.NaN, types.double)).otherwise(F.when(varies, coefficient));
}
