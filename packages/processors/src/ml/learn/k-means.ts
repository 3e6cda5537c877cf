import { kMeans as makeKMeans } from '@millrace/spark-connect/ml';
import { clustering, clusteringFields } from './_clustering.ts';
import { choice } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { maxInteger, defined, seedOf } from '../kit/learner-fields.ts';
import { clusters, matrixIn, numberIn, numbersIn } from '../kit/model-results.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainingAggregates } from './_training-facts.ts';

export const kMeans = processor({
  nodeClass: 'fire.nodes.ml.NodeKMeans',
  name: 'K-Means',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Clustering',
  description:
    'Finds groups of rows that lie near each other: each group has a centre, and a row belongs to the nearest one. The model goes on to later nodes, and the rows beside it.',
  fields: {
    ...clusteringFields,
    tol: number({ default: 1e-4, min: 0, title: 'Tolerance' }),
    initMode: choice(['k-means||', 'random'], {
      default: 'k-means||',
      aliases: { 'k-means': 'k-means||' },
      title: 'How to begin',
    }),
    initSteps: integer({ default: 5, min: 1, max: maxInteger, title: 'Steps to begin with' }),
    distanceMeasure: choice(['euclidean', 'cosine'], { default: 'euclidean', title: 'Distance' }),
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'two groups, with their sizes and where their centres lie',
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
          title: 'Cluster centres',
          data: table('cluster int, size double, a double, b double', [
            [0, 3, 2, 7],
            [1, 1, 100, 7],
          ]),
        },
      ],
    },
    {
      name: 'more groups than rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', k: '5' },
      input: table('a int', [[1], [2]]),
      error: '"k" is 5, but there are only 2 rows',
    },
    {
      name: 'no rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v' },
      input: table('a int', []),
      error: 'no rows to learn from',
    },
    {
      name: 'one group is none',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', k: '1' },
      input: table('a int', [[1]]),
      error: '"k" is 1, below the least allowed 2',
    },
    {
      name: 'a row without a vector',
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
          ...defined({ seed: seedOf(fields) }),
        }),
      look: async (model, names) => {
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
