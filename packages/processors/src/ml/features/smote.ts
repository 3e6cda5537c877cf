import { functions as F, types, Window, type Column, type DataFrame } from '@millrace/spark-connect';
import { bucketedRandomProjectionLSH } from '@millrace/spark-connect/ml';
import { byPosition, requireColumn } from '../../kit/columns.ts';
import { requireVector } from '../kit/feature-columns.ts';
import { column } from '../../kit/fields.ts';
import { number } from '../../kit/number-fields.ts';
import { lambda2 } from '../../kit/lambda.ts';
import { withoutNulls } from '../kit/nulls.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitOrRefuseEmpty, requireSpark, trainingRows } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';

/** Neighbours that a made-up row may lie towards, as the method's authors have it: doi.org/10.1613/jair.953. */
const neighbours = 5;

/** Random projections whose buckets are looked through: a near row is missed only where all of them part it. */
const projections = 3;

export const smote = processor({
  nodeClass: 'fire.nodes.ml.NodeSMOTE',
  name: 'SMOTE',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds synthetic rows to the rarer classes until each has as many rows as the most frequent class. A synthetic row starts from a row of its class and lies at a random point between it and one of its five nearest neighbors of the same class that share a bucket with it; a row without such a neighbor is copied. Buckets are intervals of the given length of three random projections of the vectors: shorter buckets are faster but may miss neighbors. Other columns are copied from the starting row. Input rows are passed on unchanged; those without a label belong to no class.',
  fields: {
    labelCol: column({ required: true, title: 'Label' }),
    featureCol: column({ required: true, title: 'Vectors' }),
    bucketLength: number({ default: 100, min: 1e-9, title: 'Bucket length' }),
  },
  needs: ['ml'],
  varies: ['seed'],
  examples: [
    {
      name: 'places a synthetic row between equal rows and copies other columns',
      fields: { labelCol: 'y', featureCol: 'v' },
      input: table('id string, y double, v vector', [
        ['a', 0, denseVector(1, 2)],
        ['b', 0, denseVector(3, 4)],
        ['c', 0, denseVector(5, 6)],
        ['d', 0, denseVector(7, 8)],
        ['e', 1, denseVector(9, 9)],
        ['e', 1, denseVector(9, 9)],
      ]),
      output: table('id string, y double, v vector', [
        ['a', 0, denseVector(1, 2)],
        ['b', 0, denseVector(3, 4)],
        ['c', 0, denseVector(5, 6)],
        ['d', 0, denseVector(7, 8)],
        ['e', 1, denseVector(9, 9)],
        ['e', 1, denseVector(9, 9)],
        ['e', 1, denseVector(9, 9)],
        ['e', 1, denseVector(9, 9)],
      ]),
    },
    {
      name: 'copies a row without neighbors and keeps a row without a label',
      fields: { labelCol: 'y', featureCol: 'v', bucketLength: '0.001' },
      input: table('y string, v vector', [
        ['many', denseVector(0)],
        ['many', denseVector(1)],
        ['many', denseVector(2)],
        ['few', denseVector(0)],
        ['one', denseVector(500)],
        [null, denseVector(7)],
      ]),
      output: table('y string, v vector', [
        ['many', denseVector(0)],
        ['many', denseVector(1)],
        ['many', denseVector(2)],
        ...Array.from({ length: 3 }, () => ['few', denseVector(0)]),
        ...Array.from({ length: 3 }, () => ['one', denseVector(500)]),
        [null, denseVector(7)],
      ]),
    },
    {
      name: 'adds nothing to classes of the same size',
      fields: { labelCol: 'y', featureCol: 'v' },
      input: table('y int, v vector', [
        [0, denseVector(1)],
        [1, denseVector(2)],
      ]),
      output: table('y int, v vector', [
        [0, denseVector(1)],
        [1, denseVector(2)],
      ]),
    },
    {
      name: 'rejects an input without rows',
      fields: { labelCol: 'y', featureCol: 'v' },
      input: table('y int, v vector', []),
      error: 'no rows to train on',
    },
    {
      name: 'rejects a null vector',
      fields: { labelCol: 'y', featureCol: 'v' },
      input: table('y int, v vector', [
        [0, denseVector(1)],
        [1, null],
      ]),
      error: 'a row has null in column "v"',
    },
    {
      name: 'rejects a column that is not a vector',
      fields: { labelCol: 'y', featureCol: 'y' },
      input: table('y int, v vector', [[0, denseVector(1)]]),
      error: 'must be a vector',
    },
  ],
  async run(context) {
    const { input, schema, fields, seed } = context;
    requireSpark(context);
    const features = requireVector(schema, fields.featureCol, 'featureCol');
    const label = requireColumn(schema, fields.labelCol, 'labelCol');
    const index = requireColumn(schema, features, 'featureCol').index;
    const { rows, columns } = byPosition(withoutNulls(input, [features]), schema, 'c');
    const [y, v] = [columns[label.index] ?? F.lit(null), columns[index] ?? F.lit(null)];
    const lsh = bucketedRandomProjectionLSH({
      inputCol: 'v',
      outputCol: 'hashes',
      bucketLength: fields.bucketLength,
      numHashTables: projections,
      seed,
    });
    const labelledRows = rows
      .filter(y.isNotNull())
      .select(
        F.call('struct', ...columns).alias('row'),
        y.alias('y'),
        v.alias('v'),
        F.monotonicallyIncreasingId().alias('id'),
      );
    const model = await fitOrRefuseEmpty(lsh, trainingRows(context, labelledRows.select('v')));
    const rare = withSizes(labelledRows);
    const synthetic = synthesize(withNeighbours(model.transform(rare)), seed);
    const parts = columns.map((_, i) =>
      i === index ? F.call('array_to_vector', F.col('made')) : F.col('row').getField(`c${i}`),
    );
    const names = schema.fields.map(({ name }) => name);
    const newRows = synthetic.select(...parts.map((part, i) => part.alias(names[i] ?? '')));
    return withoutNulls(input, [features]).union(newRows);
  },
});

/** The rows of all classes but the most frequent, with the sizes of their class (`n`) and of that one (`most`). */
function withSizes(rows: DataFrame): DataFrame {
  const sizes = rows.groupBy('y').agg(F.count().alias('n'));
  const classes = sizes
    .crossJoin(sizes.agg(F.max('n').alias('most')))
    .filter(F.col('n').lt(F.col('most')))
    .withColumnRenamed('y', 'class');
  return rows.join(classes, F.col('y').eq(F.col('class')), 'inner').drop('class');
}

/** Each row once, with the vectors of the nearest of its class in `near`, as arrays; they are few or none. */
function withNeighbours(rows: DataFrame): DataFrame {
  const values = F.call('vector_to_array', F.col('v'), F.lit('float64')).alias('values');
  const buckets = F.call('posexplode', F.col('hashes'));
  const bucket = F.elementAt(F.call('vector_to_array', F.col('col'), F.lit('float64')), 1).alias('bucket');
  const ours = rows
    .select('row', 'y', 'id', 'n', 'most', values, buckets)
    .select('row', 'y', 'id', 'n', 'most', 'values', 'pos', bucket);
  const candidates = rows
    .select('y', 'id', values, buckets)
    .select(
      F.col('y').alias('y2'),
      F.col('id').alias('id2'),
      F.col('values').alias('values2'),
      F.col('pos').alias('pos2'),
      bucket.alias('bucket2'),
    );
  const same = [
    F.col('y').eq(F.col('y2')),
    F.col('pos').eq(F.col('pos2')),
    F.col('bucket').eq(F.col('bucket2')),
    F.col('id').notEq(F.col('id2')),
  ].reduce((all, one) => all.and(one));
  const squares = F.call(
    'zip_with',
    F.col('values'),
    F.col('values2'),
    lambda2('a', 'b', (a, b) => a.minus(b).times(a.minus(b))),
  );
  const distance = F.call(
    'aggregate',
    squares,
    F.lit(0, types.double),
    lambda2('s', 'x', (s, x) => s.plus(x)),
  );
  const other = F.when(
    F.col('id2').isNotNull(),
    F.call('struct', distance.alias('distance'), F.col('values2').alias('at')),
  );
  const first = (name: string): Column => F.call('first', F.col(name)).alias(name);
  return ours
    .join(candidates, same, 'left')
    .groupBy('y', 'id')
    .agg(first('row'), first('values'), first('n'), first('most'), F.call('collect_set', other).alias('all'))
    .withColumn('near', F.call('slice', F.call('sort_array', F.col('all')), 1, neighbours).getField('at'));
}

/** As many synthetic rows of each class as it lacks, evenly from all of its rows. Drawn from the seed and the row's position. */
function synthesize(rows: DataFrame, seed: bigint): DataFrame {
  const missing = F.col('most').minus(F.col('n'));
  const position = F.rowNumber().over(Window.partitionBy('y').orderBy('id')).minus(1);
  const copies = F.call('div', missing, F.col('n')).plus(
    F.when(F.col('place').lt(missing.mod(F.col('n'))), 1).otherwise(0),
  );
  const draw = (purpose: string, below: Column | number): Column =>
    F.call('pmod', F.call('xxhash64', F.lit(seed), F.lit(purpose), F.col('y'), F.col('place'), F.col('copy')), below);
  const neighbour = F.call('get', F.col('near'), F.col('which').cast(types.integer));
  const difference = F.call(
    'zip_with',
    F.col('values'),
    neighbour,
    lambda2('a', 'b', (a, b) => a.plus(b.minus(a).times(F.col('share')))),
  );
  return rows
    .withColumn('place', position)
    .withColumn('copies', copies)
    .filter(F.col('copies').gt(0))
    .withColumn('copy', F.explode(F.call('sequence', F.lit(1n), F.col('copies'))))
    .withColumn('which', draw('neighbour', F.call('greatest', F.call('size', F.col('near')), F.lit(1))))
    .withColumn(
      'share',
      draw('share', 1 << 30)
        .cast(types.double)
        .dividedBy(F.lit(1 << 30, types.double)),
    )
    .withColumn('made', F.when(F.call('size', F.col('near')).gt(0), difference).otherwise(F.col('values')));
}
