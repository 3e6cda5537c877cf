import { functions as F, parseSchema, type Column, type Value } from '@millrace/spark-connect';
import { lda as makeLda } from '@millrace/spark-connect/ml';
import { clustering } from './_clustering.ts';
import { newColumn } from '../kit/feature-columns.ts';
import { requireVector } from '../kit/feature-names.ts';
import { choice, column, flag, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer, number } from '../../kit/number-fields.ts';
import {
  minPositive,
  checkpointInterval,
  maxInteger,
  stepsBetween,
  withoutUndefined,
  seed,
  seedOf,
} from '../kit/learner-fields.ts';
import { numberIn } from '../kit/model-results.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainingAggregates } from './_training-facts.ts';
import { denseVector } from '../kit/vectors.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const lda = processor({
  nodeClass: 'fire.nodes.ml.NodeLDA',
  name: 'LDA',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Clustering',
  description: `Finds topics in texts, groups of words that occur together, with latent Dirichlet allocation (LDA). Features are word counts, as made by a Count Vectorizer. ${passesOnModel}`,
  fields: {
    featuresCol: column({ default: 'features', title: 'Features', description: 'A column of vectors' }),
    k: integer({ default: 10, min: 2, max: maxInteger, title: 'Number of topics' }),
    maxIter: integer({ default: 20, min: 0, max: maxInteger, title: 'Maximum iterations' }),
    optimizer: choice(['online', 'em'], { default: 'online', title: 'Optimizer' }),
    topicDistributionCol: text({ default: 'topicDistribution', title: 'Topic distribution column' }),
    docConcentration: number({
      default: 0.01,
      title: 'Document concentration',
      description: 'Must be greater than 1 for em; otherwise the default of Spark is used',
    }),
    optimizeDocConcentration: flag({ default: false, title: 'Optimize the document concentration (online)' }),
    subsamplingRate: number({
      default: 0.05,
      min: minPositive,
      max: 1,
      title: 'Share of documents per iteration (online)',
    }),
    checkpointInterval: checkpointInterval('Checkpoint interval (em)'),
    keepLastCheckpoint: flag({ default: true, title: 'Keep the last checkpoint (em)' }),
    maxTermsPerTopic: integer({ default: 10, min: 1, max: 100, title: 'Terms to show per topic' }),
    seed,
  },
  needs: ['ml'],
  asks: (fields, schema) => [
    ...trainingAggregates(fields, schema),
    ...Object.values(countAggregates(requireVector(schema, fields.featuresCol, 'featuresCol').name)),
  ],
  examples: [
    {
      name: 'shows topics with their terms',
      after: [
        { nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['cat', 'dog'], outputCol: 'v' } },
      ],
      fields: { featuresCol: 'v', k: '2', maxIter: '0', seed: '1', maxTermsPerTopic: '1' },
      input: table('cat int, dog int', [
        [3, 0],
        [0, 2],
      ]),
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 2],
            ['features', 2],
            ['topics', 2],
            ['terms', 2],
          ]),
        },
        { type: 'table', title: 'Topics' },
      ],
    },
    {
      name: 'rejects a topic column that already exists',
      fields: { featuresCol: 'v', topicDistributionCol: 't' },
      input: table('v vector, t string', []),
      error: 'column "t" in field "topicDistributionCol" already exists in the input',
    },
    {
      name: 'rejects text',
      fields: { featuresCol: 't' },
      input: table('t string', [['a b']]),
      error: 'must be a vector',
    },
    {
      name: 'rejects NaN',
      fields: { featuresCol: 'v', k: '2' },
      input: table('v vector', [[denseVector(1, 0)], [denseVector(2, NaN)]]),
      error: 'column "v" contains a vector with NaN: must be word counts',
    },
    {
      name: 'warns of negative numbers',
      fields: { featuresCol: 'v', k: '2' },
      input: table('v vector', [[denseVector(1, 3)], [denseVector(2, -0.5)]]),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Topics' },
      ],
      warnings: ['contains a vector with -0.5'],
    },
    {
      name: 'rejects a row without a vector',
      fields: { featuresCol: 'v' },
      input: table('v vector', [[null]]),
      error: 'is null in 1 of 1 rows',
    },
    {
      name: 'rejects an input without rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v' },
      input: table('a int', []),
      error: 'no rows to train on',
    },
  ],
  run(context) {
    const { fields, schema, session } = context;
    const { k, maxIter, optimizer, docConcentration, maxTermsPerTopic } = fields;
    const topicDistributionCol = newColumn(schema, fields.topicDistributionCol, 'topicDistributionCol');
    const { name: featuresCol } = requireVector(schema, fields.featuresCol, 'featuresCol');
    const isOnline = optimizer === 'online';
    const concentration = isOnline ? docConcentration >= 0 : docConcentration > 1;
    return clustering(context, {
      title: 'LDA',
      aggregates: countAggregates(featuresCol),
      check: (aggregates) => checkCounts(featuresCol, aggregates),
      estimator: ({ featuresCol }) =>
        makeLda({
          featuresCol,
          k,
          maxIter,
          optimizer,
          topicDistributionCol,
          ...(concentration ? { docConcentration: [docConcentration] } : {}),
          optimizeDocConcentration: fields.optimizeDocConcentration,
          subsamplingRate: fields.subsamplingRate,
          checkpointInterval: stepsBetween(fields),
          keepLastCheckpoint: fields.keepLastCheckpoint,
          ...withoutUndefined({ seed: seedOf(fields) }),
        }),
      inspect: async (model, names) => {
        const { rows } = await model.table('describeTopics', maxTermsPerTopic).table();
        const terms = rows.flatMap(([topic, indices, weights]) =>
          (indices as readonly number[]).map((at, i): Value[] => [
            Number(topic),
            names(at),
            (weights as readonly number[])[i] ?? null,
          ]),
        );
        const shape = parseSchema('topic int, term string, weight double');
        return {
          numbers: { topics: k, terms: await numberIn(model, 'vocabSize') },
          results: [{ type: 'table', title: 'Topics', data: session.createDataFrame(terms, shape) }],
        };
      },
    });
  },
});

/** What tells whether vectors hold counts. */
function countAggregates(featuresCol: string): Readonly<Record<string, Column>> {
  const values = F.call('unwrap_udt', F.columnNamed(featuresCol)).getField('values');
  return { leastValue: F.min(F.call('array_min', values)), mostValue: F.max(F.call('array_max', values)) };
}

/** Throws a `FieldError` for vectors with what is no number, which is the largest; says so of those with numbers below 0. */
function checkCounts(featuresCol: string, aggregates: ReadonlyMap<string, Value>): readonly string[] {
  const [min, max] = ['leastValue', 'mostValue'].map((name) => Number(aggregates.get(name) ?? 0));
  const wrong = [min, max].find((one) => !Number.isFinite(one));
  if (wrong !== undefined)
    throw new FieldError(
      'featuresCol',
      `column "${featuresCol}" contains a vector with ${wrong}: must be word counts`,
      'use the word counts of a Count Vectorizer or Hashing TF',
    );
  return min !== undefined && min < 0
    ? [
        `column "${featuresCol}" contains a vector with ${min}: topics describe word counts, and mean little for negative numbers`,
      ]
    : [];
}
