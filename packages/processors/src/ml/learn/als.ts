import { functions as F, types, type StructType } from '@millrace/spark-connect';
import { als as makeAls } from '@millrace/spark-connect/ml';
import { newColumn } from '../kit/feature-columns.ts';
import { column, flag, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { checkpointInterval, maxInteger, stepsBetween, defined, seed, seedOf } from '../kit/learner-fields.ts';
import { summary } from '../kit/model-results.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainingOutcome, needsSpark } from '../kit/stages.ts';
import type { TrainingReport } from '../../contract/ml-artifacts.ts';

const one = (schema: StructType, name: string, field: string, remedy?: string): string =>
  requireNumbers(schema, [name], field, remedy)[0]?.name ?? name;

const byIndexer = 'number its values by a String Indexer before this node';

export const als = processor({
  nodeClass: 'fire.nodes.ml.NodeALS',
  name: 'ALS',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/CollaborativeFiltering',
  description:
    'Learns from ratings of items by users how a user would rate an item that it does not know yet. Users and items are whole numbers. The model goes on to later nodes, and the rows beside it.',
  fields: {
    userCol: column({ default: 'user', title: 'User' }),
    itemCol: column({ default: 'item', title: 'Item' }),
    ratingCol: column({ default: 'rating', title: 'Rating' }),
    predictionCol: text({ title: 'Prediction column' }),
    rank: integer({ default: 10, min: 1, max: maxInteger, title: 'Hidden factors' }),
    maxIter: integer({ default: 10, min: 0, max: maxInteger, title: 'Steps at most' }),
    regParam: number({ default: 0.1, min: 0, title: 'Regularisation' }),
    implicitPrefs: flag({ default: false, title: 'Ratings say how sure a preference is' }),
    alpha: number({ default: 1, min: 0, title: 'Weight of such ratings' }),
    nonnegative: flag({ default: false, title: 'Factors of 0 and above alone' }),
    numUserBlocks: integer({ default: 10, min: 1, max: maxInteger, title: 'Blocks of users' }),
    numItemBlocks: integer({ default: 10, min: 1, max: maxInteger, title: 'Blocks of items' }),
    checkpointInterval: checkpointInterval('Steps between checkpoints'),
    seed,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'how many users, items and ratings there were; the rows go on',
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
      name: 'users are whole numbers',
      fields: { userCol: 'u', itemCol: 'i', ratingCol: 'r' },
      input: table('u double, i int, r double', [[1.5, 1, 4]]),
      error: 'the column "u" holds 1.5, but users are whole numbers',
    },
    {
      name: 'a name is no number',
      fields: { userCol: 'u', itemCol: 'i', ratingCol: 'r' },
      input: table('u string, i int, r double', [['a', 1, 4]]),
      error: 'is of type string and holds no numbers',
    },
    {
      name: 'no rows',
      fields: { userCol: 'u', itemCol: 'i', ratingCol: 'r' },
      input: table('u int, i int, r double', []),
      error: 'no ratings to learn from',
    },
    {
      name: 'the column of predictions is a new one',
      fields: { predictionCol: 'rating' },
      input: table('user int, item int, rating double', []),
      error: '"predictionCol" names the column "rating", which the input has already',
    },
    {
      name: 'a rating by nobody',
      fields: { userCol: 'u', itemCol: 'i', ratingCol: 'r' },
      input: table('u int, i int, r double', [[null, 1, 4]]),
      error: 'the column "u" holds null, but users are whole numbers',
    },
  ],
  async run(context) {
    needsSpark(context);
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
      ...defined({ seed: seedOf(fields) }),
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
      if (Number(ratings) === 0)
        throw new FieldError('', 'its input has no ratings to learn from', 'look at what the nodes before leave out');
      const problems = [
        ['userCol', 'users', wrongUser, noUser],
        ['itemCol', 'items', wrongItem, noItem],
      ] as const;
      for (const [field, what, wrong, missing] of problems) {
        const holds = typeof wrong === 'number' ? String(wrong) : Number(missing) > 0 ? 'null' : undefined;
        if (holds === undefined) continue;
        throw new FieldError(
          field,
          `the column "${columns[field]}" holds ${holds}, but ${what} are whole numbers of 32 bits`,
          byIndexer,
        );
      }
      return async (model) => {
        const known = async (path: string) => {
          const rowCounts = await model.table(path).agg(F.count().alias('n')).table();
          return Number(rowCounts.rows[0]?.[0] ?? 0);
        };
        const [users, items] = [await known('userFactors'), await known('itemFactors')];
        return { results: [summary(session, { ratings: Number(ratings), users, items, factors: fields.rank })] };
      };
    };
    return trainingOutcome(context, { title: 'ALS', estimator, trainingReport });
  },
});

const isId = (id: ReturnType<typeof F.col>) =>
  id.eq(F.call('floor', id)).and(F.call('abs', id).lt(F.lit(2 ** 31, types.double)));
