import { functions as F, types, type StructType } from '@millrace/spark-connect';
import { als as makeAls } from '@millrace/spark-connect/ml';
import { newColumn } from '../kit/feature-columns.ts';
import { column, flag, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { checkpointInterval, maxInteger, stepsBetween, withoutUndefined, seed, seedOf } from '../kit/learner-fields.ts';
import { summary } from '../kit/model-results.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainingOutcome, requireSpark } from '../kit/stages.ts';
import type { TrainingReport } from '../../contract/ml-artifacts.ts';
import { passesOnModel } from '../kit/descriptions.ts';
import { checkPrecedingNodes } from '../kit/ml-errors.ts';

const one = (schema: StructType, name: string, field: string, remedy?: string): string =>
  requireNumbers(schema, [name], field, remedy)[0]?.name ?? name;

const byIndexer = 'index its values with a String Indexer before this node';

export const als = processor({
  nodeClass: 'fire.nodes.ml.NodeALS',
  name: 'ALS',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/CollaborativeFiltering',
  description: `Trains a recommender by alternating least squares (ALS): from ratings of items by users, it predicts how a user would rate an item. Users and items are whole numbers. ${passesOnModel}`,
  fields: {
    userCol: column({ default: 'user', title: 'User' }),
    itemCol: column({ default: 'item', title: 'Item' }),
    ratingCol: column({ default: 'rating', title: 'Rating' }),
    predictionCol: text({ title: 'Prediction column' }),
    rank: integer({ default: 10, min: 1, max: maxInteger, title: 'Latent factors' }),
    maxIter: integer({ default: 10, min: 0, max: maxInteger, title: 'Maximum iterations' }),
    regParam: number({ default: 0.1, min: 0, title: 'Regularization' }),
    implicitPrefs: flag({ default: false, title: 'Implicit preferences' }),
    alpha: number({ default: 1, min: 0, title: 'Confidence weight (alpha)' }),
    nonnegative: flag({ default: false, title: 'Nonnegative factors' }),
    numUserBlocks: integer({ default: 10, min: 1, max: maxInteger, title: 'User blocks' }),
    numItemBlocks: integer({ default: 10, min: 1, max: maxInteger, title: 'Item blocks' }),
    checkpointInterval: checkpointInterval('Checkpoint interval (iterations)'),
    seed,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'shows the numbers of users, items and ratings, and passes the rows on',
      fields: { userCol: 'u', itemCol: 'i', ratingCol: 'r', rank: '2', maxIter: '1' },
      input: table('u int, i bigint, r double', [
        [1, 1n, 4],
        [1, 2n, 1],
        [2, 2n, 2],
      ]),
      output: table('u int, i bigint, r double', [
        [1, 1n, 4],
        [1, 2n, 1],
        [2, 2n, 2],
      ]),
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['ratings', 3],
            ['users', 2],
            ['items', 2],
            ['factors', 2],
          ]),
        },
      ],
    },
    {
      name: 'rejects a user that is not a whole number',
      fields: { userCol: 'u', itemCol: 'i', ratingCol: 'r' },
      input: table('u double, i int, r double', [[1.5, 1, 4]]),
      error: 'column "u" contains 1.5: users must be 32-bit whole numbers',
    },
    {
      name: 'rejects text users',
      fields: { userCol: 'u', itemCol: 'i', ratingCol: 'r' },
      input: table('u string, i int, r double', [['a', 1, 4]]),
      error: 'column "u" in field "userCol" has type STRING: must be numeric',
    },
    {
      name: 'rejects an input without rows',
      fields: { userCol: 'u', itemCol: 'i', ratingCol: 'r' },
      input: table('u int, i int, r double', []),
      error: 'the input has no ratings to train on',
    },
    {
      name: 'rejects a prediction column that already exists',
      fields: { predictionCol: 'rating' },
      input: table('user int, item int, rating double', []),
      error: 'column "rating" in field "predictionCol" already exists in the input',
    },
    {
      name: 'rejects a rating without a user',
      fields: { userCol: 'u', itemCol: 'i', ratingCol: 'r' },
      input: table('u int, i int, r double', [[null, 1, 4]]),
      error: 'column "u" contains null: users must be 32-bit whole numbers',
    },
  ],
  async run(context) {
    requireSpark(context);
    const { schema, fields, session } = context;
    const { userCol, itemCol, ratingCol, predictionCol = 'prediction', seed: _seed, ...params } = fields;
    const columns = {
      userCol: one(schema, userCol, 'userCol', byIndexer),
      itemCol: one(schema, itemCol, 'itemCol', byIndexer),
      ratingCol: one(schema, ratingCol, 'ratingCol'),
    };
    const estimator = makeAls({
      ...params,
      checkpointInterval: stepsBetween(fields),
      ...columns,
      predictionCol: newColumn(schema, predictionCol, 'predictionCol'),
      ...withoutUndefined({ seed: seedOf(fields) }),
    });
    const trainingReport: TrainingReport = async ({ train }) => {
      const [user, item] = [columns.userCol, columns.itemCol].map((name) => F.columnNamed(name).cast(types.double));
      if (user === undefined || item === undefined) throw new TypeError('users and items are two columns');
      const { rows: counts } = await train
        .agg(
          F.count().alias('rows'),
          ...[user, item].flatMap((id, i) => [
            F.min(F.when(isId(id).not(), id)).alias(`wrong${i}`),
            F.call('count_if', id.isNull()).alias(`missing${i}`),
          ]),
        )
        .table();
      const [ratings, wrongUser, noUser, wrongItem, noItem] = counts[0] ?? [];
      if (Number(ratings) === 0) throw new FieldError('', 'the input has no ratings to train on', checkPrecedingNodes);
      const problems = [
        ['userCol', 'users', wrongUser, noUser],
        ['itemCol', 'items', wrongItem, noItem],
      ] as const;
      for (const [field, entity, wrong, missing] of problems) {
        const holds = typeof wrong === 'number' ? String(wrong) : Number(missing) > 0 ? 'null' : undefined;
        if (holds === undefined) continue;
        throw new FieldError(
          field,
          `column "${columns[field]}" contains ${holds}: ${entity} must be 32-bit whole numbers`,
          byIndexer,
        );
      }
      return async (model) => {
        const countOf = async (path: string) => {
          const rowCounts = await model.table(path).agg(F.count().alias('n')).table();
          return Number(rowCounts.rows[0]?.[0] ?? 0);
        };
        const [users, items] = [await countOf('userFactors'), await countOf('itemFactors')];
        return { results: [summary(session, { ratings: Number(ratings), users, items, factors: fields.rank })] };
      };
    };
    return trainingOutcome(context, { title: 'ALS', estimator, trainingReport });
  },
});

const isId = (id: ReturnType<typeof F.col>) =>
  id.eq(F.call('floor', id)).and(F.call('abs', id).lt(F.lit(2 ** 31, types.double)));
