import { functions as F, types, type Column, type StructType } from '@millrace/spark-connect';
import { eigen } from './_eigen.ts';
import { requireVector } from '../kit/feature-columns.ts';
import { column } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { lambda2 } from '../../kit/lambda.ts';
import { withoutNulls } from '../kit/nulls.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { requireSpark } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';
import { passesOnInput } from '../kit/descriptions.ts';
import { noTrainingRows } from '../kit/ml-errors.ts';

/** Numbers of a vector: all pairs of them are summed up. */
const maxSize = 500;

export const svd = processor({
  nodeClass: 'fire.nodes.ml.NodeSVD',
  name: 'SVD',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/DimensionalityReduction',
  description: `Treats the vectors of all rows as a matrix A = U s Vᵀ and shows its singular values s, largest first, the right singular vectors V, with one row per vector element, and the left singular vectors U, with one row per input row. Singular values near 0 are left out. ${passesOnInput}`,
  fields: {
    columnName: column({ required: true, title: 'Vectors' }),
    k: integer({ default: 0, min: 0, max: maxInteger, title: 'Singular values', description: '0 shows all' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'decomposes a diagonal matrix',
      fields: { columnName: 'v' },
      input: table('v vector', [[denseVector(3, 0)], [denseVector(0, 4)]]),
      output: table('v vector', [[denseVector(3, 0)], [denseVector(0, 4)]]),
      results: [
        { type: 'table', title: 's', data: table('s double', [[4], [3]]) },
        {
          type: 'table',
          title: 'V',
          data: table('v1 double, v2 double', [
            [0, 1],
            [1, 0],
          ]),
        },
        {
          type: 'table',
          title: 'U',
          data: table('u1 double, u2 double', [
            [0, 1],
            [1, 0],
          ]),
        },
      ],
    },
    {
      name: 'finds one singular value for rows that are multiples of each other',
      fields: { columnName: 'v', k: '5' },
      input: table('v vector', [[denseVector(3, 4)], [denseVector(0, 0)]]),
      results: [
        { type: 'table', data: table('s double', [[5]]) },
        { type: 'table', data: table('v1 double', [[0.6], [0.8]]) },
        { type: 'table', data: table('u1 double', [[1], [0]]) },
      ],
    },
    {
      name: 'rejects an input without rows',
      fields: { columnName: 'v' },
      input: table('v vector', []),
      error: 'no rows to train on',
    },
    {
      name: 'rejects a null',
      fields: { columnName: 'v' },
      input: table('v vector', [[null]]),
      error: 'a row has null in column "v"',
    },
  ],
  async run({ engine, input, schema, session, trains, fields }) {
    requireSpark({ engine });
    const name = requireVector(schema, fields.columnName, 'columnName');
    if (!trains) return input;
    const rows = withoutNulls(input, [name]).select(
      F.call('vector_to_array', F.columnNamed(name), F.lit('float64')).alias('a'),
    );
    const [[longest] = []] = (await rows.agg(F.max(F.size('a'))).table()).rows;
    if (Number(longest) > maxSize)
      throw new FieldError(
        'columnName',
        `column "${name}" in field "columnName" has vectors of size ${String(longest)}: must be at most ${maxSize}`,
        `choose vectors of size ${maxSize} or less`,
      );
    const pairs = rows
      .select(F.call('posexplode', F.col('a')).aliases('i', 'x'), F.col('a'))
      .select('i', 'x', F.call('posexplode', F.col('a')).aliases('j', 'y'));
    const products = await pairs
      .groupBy('i', 'j')
      .agg(F.sum(F.col('x').times(F.col('y'))).alias('sum'))
      .table();
    const size = Math.sqrt(products.rows.length);
    if (size === 0) throw noTrainingRows();
    const factors = factorsOf(products.rows, size, fields.k === 0 ? size : fields.k);
    const doubles = (names: readonly string[]): StructType => ({
      kind: 'struct',
      fields: names.map((one) => ({ name: one, type: types.double, nullable: true })),
    });
    const vectors = Array.from({ length: size }, (_, i) => factors.map(({ vector }) => vector[i] ?? 0));
    const left = factors.map(({ s, vector }, i) =>
      dot(
        F.col('a'),
        vector.map((x) => x / s),
      ).alias(`u${i + 1}`),
    );
    return {
      outputs: [input],
      results: [
        {
          type: 'table',
          title: 's',
          data: session.createDataFrame(
            factors.map(({ s }) => [s]),
            doubles(['s']),
          ),
        },
        {
          type: 'table',
          title: 'V',
          data: session.createDataFrame(vectors, doubles(factors.map((_, i) => `v${i + 1}`))),
        },
        { type: 'table', title: 'U', data: rows.select(...left) },
      ],
    };
  },
});

/** The greatest singular values and their right vectors, from the sums of products of all pairs of numbers. */
function factorsOf(
  products: readonly (readonly unknown[])[],
  size: number,
  max: number,
): readonly { readonly s: number; readonly vector: readonly number[] }[] {
  const gram = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const [i, j, sum] of products) {
    const row = gram[Number(i)];
    if (row !== undefined) row[Number(j)] = Number(sum);
  }
  const all = eigen(gram);
  const tolerance = Math.max(0, all[0]?.value ?? 0) * 1e-14;
  return all
    .filter(({ value }) => value > tolerance)
    .slice(0, max)
    .map(({ value, vector }) => ({ s: Math.sqrt(value), vector }));
}

const dot = (array: Column, weights: readonly number[]): Column => {
  const weightArray = F.array(...weights.map((weight) => F.lit(weight, types.double)));
  const products = F.call(
    'zip_with',
    array,
    weightArray,
    lambda2('x', 'w', (x, weight) => x.times(weight)),
  );
  return F.call(
    'aggregate',
    products,
    F.lit(0, types.double),
    lambda2('s', 'p', (sum, product) => sum.plus(product)),
  );
};
