import { kMeans as makeKMeans } from '@millrace/spark-connect/ml';
import { clustering, clusteringFields } from './_clustering.ts';
import { choice } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { maxInteger, withoutUndefined, seedOf } from '../kit/learner-fields.ts';
import { clusters, matrixIn, numberIn, numbersIn } from '../kit/model-results.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const kMeans = processor({
  nodeClass: 'fire.nodes.ml.NodeKMeans',
  name: 'K-Means',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Clustering',
  description: `Groups rows that are close to each other into clusters (k-means): each cluster has a center, and each row belongs to the nearest one. ${passesOnModel}`,
  fields: {
    ...clusteringFields,
    tol: number({ default: 1e-4, min: 0, title: 'Tolerance' }),
    initMode: choice(['k-means||', 'random'], {
      default: 'k-means||',
      aliases: { 'k-means': 'k-means||' },
      title: 'Initialization',
    }),
    initSteps: integer({ default: 5, min: 1, max: maxInteger, title: 'Initialization steps' }),
    distanceMeasure: choice(['euclidean', 'cosine'], { default: 'euclidean', title: 'Distance measure' }),
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'finds two clusters with their sizes and centers',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', k: '2', seed: '1', initMode: 'k-means' },
      input: table('a int, b int', [
        [0, 7],
        [2, 7],
        [4, 7],
        [100, 7],
      ]),
      results: [
        {
          type: 'table',
          title: 'Model',
          data: table('property string, value double', [
            ['rows', 4],
            ['features', 2],
            ['clusters', 2],
            ['iterations', 1],
            ['cost of training', 8],
          ]),
        },
        {
          type: 'table',
          title: 'Cluster centers',
          data: table('cluster int, size double, a double, b double', [
            [0, 3, 2, 7],
            [1, 1, 100, 7],
          ]),
        },
      ],
    },
    {
      name: 'rejects more clusters than rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', k: '5' },
      input: table('a int', [[1], [2]]),
      error: 'invalid value 5 for field "k": must be at most 2',
    },
    {
      name: 'rejects an input without rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v' },
      input: table('a int', []),
      error: 'no rows to train on',
    },
    {
      name: 'rejects a single cluster',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', k: '1' },
      input: table('a int', [[1]]),
      error: 'invalid value "1" for field "k": must be 2 or greater',
    },
    {
      name: 'rejects a row without a vector',
      fields: { featuresCol: 'v' },
      input: table('v vector', [[null]]),
      error: 'is null in 1 of 1 rows',
    },
  ],
  run(context) {
    const { fields, session } = context;
    const { k, maxIter, tol, initMode, initSteps, distanceMeasure } = fields;
    return clustering(context, {
      title: 'k-means',
      k,
      estimator: (columns) =>
        makeKMeans({
          ...columns,
          k,
          maxIter,
          tol,
          initMode,
          initSteps,
          distanceMeasure,
          ...withoutUndefined({ seed: seedOf(fields) }),
        }),
      inspect: async (model, names) => {
        const centres = await matrixIn(model, 'clusterCenterMatrix');
        const size = numbersIn(await model.get('summary.clusterSizes'));
        return {
          numbers: {
            clusters: centres.length,
            iterations: await numberIn(model, 'summary.numIter'),
            'cost of training': await numberIn(model, 'summary.trainingCost'),
          },
          results: clusters(session, names, centres, { size }),
        };
      },
    });
  },
});
