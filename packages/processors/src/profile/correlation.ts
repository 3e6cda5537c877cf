import { functions as F, types, type Column, type DataFrame } from '@millrace/spark-connect';
import { uniqueNames } from '../core/columns.ts';
import { choice, columns, FieldError, text } from '../core/fields.ts';
import { failUnless } from '../core/guard.ts';
import { requireNumbers } from '../core/numbers.ts';
import { processor, table } from '../core/processor.ts';

export const correlation = processor({
  nodeClass: 'fire.nodes.ml.NodeCorrelation',
  name: 'Correlation',
  type: 'transform',
  category: 'Data-Profiling',
  description:
    'Pearson correlation of every pair of the chosen columns, as a table and a heat map. Rows with a null or NaN in one of them are left out; or they end the run, or make the correlations of that column NaN. Null where a column does not vary.',
  fields: {
    title: text({ default: 'Correlation Matrix' }),
    inputCols: columns({ required: true, title: 'Columns', description: 'Two or more columns of numbers' }),
    handleInvalid: choice(['skip', 'error', 'keep'], { default: 'skip', title: 'Rows with null or NaN' }),
  },
  outputs: ['correlation', 'input'],
  defaultOutput: 'input',
  examples: [
    {
      name: 'columns that rise together, fall together and do not vary; the input goes on',
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
      name: 'rows with null or NaN are left out; a column may be called "column"',
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
      name: 'a null ends the run where it is to be an error',
      fields: { inputCols: ['a', 'b'], handleInvalid: 'error' },
      input: table('a double, b int', [
        [1, 1],
        [2, null],
      ]),
      error: 'null or NaN',
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
  run({ input, schema, fields }) {
    const names = requireNumbers(schema, fields.inputCols, 'inputCols').map((c) => c.name);
    if (names.length < 2)
      throw new FieldError(
        'inputCols',
        '"inputCols" has one column, which correlates with nothing',
        'choose two or more',
      );
    const nan = F.lit(Number.NaN, types.double);
    const numbers = names.map((name) => F.coalesce(F.columnNamed(name).cast(types.double), nan));
    const position = names.map((_, i) => `x${i}`);
    const valid = position.map((name) => F.col(name).isNaN().not()).reduce((all, one) => all.and(one));
    const given = input.select(...numbers.map((value, i) => value.alias(position[i] ?? '')));
    const rows = {
      skip: () => given.filter(valid),
      error: () => given.filter(failUnless(valid, 'a row has null or NaN in a column to be correlated')),
      keep: () => given,
    }[fields.handleInvalid]();
    const [heading = ''] = uniqueNames([...names, 'column'], '_').slice(-1);
    const matrix = matrixOf(sumsOf(rows, position), position, { heading, names });
    const shown = { title: fields.title, data: matrix, limit: names.length };
    return {
      outputs: [matrix, input],
      schemas: [
        types.struct([types.field(heading, types.string), ...names.map((name) => types.field(name, types.double))]),
        schema,
      ],
      results: [
        { ...shown, type: 'table' },
        {
          ...shown,
          type: 'chart',
          chart: { kind: 'heat-map', encodings: { x: heading, y: names }, options: { least: -1, greatest: 1 } },
        },
      ],
    };
  },
});

/**
 * One row of the least and greatest value of each column, and of the products of each pair's distances from their means. A
 * tenth of the work of `corr` for each pair, which takes six numbers along where this takes one.
 */
function sumsOf(rows: DataFrame, names: readonly string[]): DataFrame {
  const means = rows.agg(...names.map((name) => F.avg(F.col(name)).alias(`${name}_mean`)));
  const away = names.map((name) =>
    F.col(name)
      .minus(F.col(`${name}_mean`))
      .alias(`${name}_away`),
  );
  const products = names.flatMap((x, i) =>
    names.slice(i).map((y) => F.sum(F.col(`${x}_away`).times(F.col(`${y}_away`))).alias(`${x}_${y}_sum`)),
  );
  return rows
    .crossJoin(means)
    .select(...names.map((name) => F.col(name)), ...away)
    .agg(
      ...names.flatMap((name) => [F.min(F.col(name)).alias(`${name}_least`), F.max(F.col(name)).alias(`${name}_most`)]),
      ...products,
    );
}

/**
 * A row for each column with its correlation with every column. What a pair of columns needs is looked up by the row's place:
 * one expression a column, where one a pair takes an engine seconds to plan.
 */
function matrixOf(
  sums: DataFrame,
  position: readonly string[],
  { heading, names }: { readonly heading: string; readonly names: readonly string[] },
): DataFrame {
  const each = (value: (name: string, i: number) => string): Column =>
    F.call('array', ...position.map((name, i) => F.col(value(name, i))));
  const placed = sums.select(
    F.call('posexplode', F.call('array', ...names)),
    each((name) => `${name}_least`).alias('least'),
    each((name) => `${name}_most`).alias('most'),
    each((name) => `${name}_${name}_sum`).alias('own'),
    ...position.map((y, k) => each((x, i) => (i < k ? `${x}_${y}_sum` : `${y}_${x}_sum`)).alias(`with_${y}`)),
  );
  const place = F.col('pos').plus(1);
  return placed.select(
    F.col('col').alias(heading),
    ...names.map((name, k) => {
      const same = F.col('pos').eq(k);
      return pair({
        row: place,
        column: F.lit(k + 1),
        same,
        sum: F.call('element_at', F.col(`with_x${k}`), place),
      }).alias(name);
    }),
  );
}

interface Pair {
  /** Places of the two columns, from 1, in the arrays of what is known of each. */
  readonly row: Column;
  readonly column: Column;
  readonly same: Column;
  /** Sum of the products of both columns' distances from their means. */
  readonly sum: Column;
}

/** Correlation of two columns: NaN where one of them holds NaN; a column that varies correlates with itself exactly. */
function pair({ row, column, same, sum }: Pair): Column {
  const at = (known: string, place: Column): Column => F.call('element_at', F.col(known), place);
  const one = F.lit(1, types.double);
  const varies = [row, column].map((p) => at('least', p).lt(at('most', p))).reduce((a, b) => a.and(b));
  const spread = F.sqrt(at('own', row).times(at('own', column)));
  const r = sum.dividedBy(F.call('nullif', spread, F.lit(0, types.double)));
  const bounded = F.when(same, one).when(r.isNaN(), r).when(r.gt(1), one).when(r.lt(-1), one.negate()).otherwise(r);
  const holdsNaN = at('most', row).isNaN().or(at('most', column).isNaN());
  return F.when(holdsNaN, F.lit(Number.NaN, types.double)).otherwise(F.when(varies, bounded));
}
