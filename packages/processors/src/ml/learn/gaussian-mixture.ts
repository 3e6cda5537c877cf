import { denseValues, gaussianMixture as makeMixture, vectorOf } from '@millrace/spark-connect/ml';
import { clustering, clusteringFields } from './_clustering.ts';
import { newColumn } from '../kit/feature-columns.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { text } from '../../kit/fields.ts';
import { maxInteger, withoutUndefined, seedOf } from '../kit/learner-fields.ts';
import { clusters, numberIn, numbersIn } from '../kit/model-results.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { trainingAggregates } from './_training-facts.ts';
import { passesOnModel } from '../kit/descriptions.ts';

export const gaussianMixture = processor({
  nodeClass: 'fire.nodes.ml.NodeGaussianMixture',
  name: 'Gaussian Mixture',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Clustering',
  description: `Finds clusters with a Gaussian mixture model: each cluster is a normal distribution, and each row has a probability for each cluster. ${passesOnModel}`,
  fields: {
    ...clusteringFields,
    tol: number({ default: 1e-4, min: 0, title: 'Tolerance' }),
    aggregationDepth: integer({ default: 2, min: 2, max: maxInteger, title: 'Aggregation depth' }),
    probabilityCol: text({ widget: 'variable', title: 'Probability column', description: 'probability if blank' }),
  },
  needs: ['ml'],
  asks: trainingAggregates,
  examples: [
    {
      name: 'shows two clusters with their weights and centers',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a', 'b'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', seed: '1', maxIter: '5' },
      input: table('a int, b double', [
        [0, 7],
        [1, 7.5],
        [2, 7],
        [100, 7],
        [101, 7.5],
      ]),
      results: [
        { type: 'table', title: 'Model' },
        { type: 'table', title: 'Cluster centers' },
      ],
    },
    {
      name: 'rejects a probability column that already exists',
      fields: { featuresCol: 'v', probabilityCol: 'V' },
      input: table('v vector', []),
      error: 'column "V" in field "probabilityCol" already exists in the input',
    },
    {
      name: 'rejects more clusters than rows',
      after: [{ nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['a'], outputCol: 'v' } }],
      fields: { featuresCol: 'v', k: '5' },
      input: table('a int', [[1], [2]]),
      error: 'invalid value 5 for field "k": must be at most 2',
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
    const { k, maxIter, tol, aggregationDepth } = fields;
    const probabilityCol = newColumn(schema, fields.probabilityCol ?? 'probability', 'probabilityCol');
    return clustering(context, {
      title: 'Gaussian mixture',
      k,
      estimator: (columns) =>
        makeMixture({
          ...columns,
          k,
          maxIter,
          tol,
          aggregationDepth,
          ...withoutUndefined({ seed: seedOf(fields), probabilityCol }),
        }),
      inspect: async (model, names) => {
        const { rows } = await model.table('gaussiansDF').select('mean').table();
        const centres = rows.map(([mean]) => denseValues(vectorOf(mean)));
        const weight = numbersIn(await model.get('weights'));
        const size = numbersIn(await model.get('summary.clusterSizes'));
        return {
          numbers: {
            clusters: centres.length,
            iterations: await numberIn(model, 'summary.numIter'),
            'log likelihood': await numberIn(model, 'summary.logLikelihood'),
          },
          results: clusters(session, names, centres, { size, weight }),
        };
      },
    });
  },
});
