import { functions as F, types } from '@millrace/spark-connect';
import { clusteringEvaluator as makeEvaluator } from '@millrace/spark-connect/ml';
import { requireVector } from '../kit/feature-names.ts';
import { column } from '../../kit/fields.ts';
import { evaluationOutcome, requirePredictions } from '../kit/evaluation.ts';
import { collectLocally } from '../kit/materialize.ts';
import type { Unmeasurable } from '../kit/metrics.ts';
import { evaluatedModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { denseVector } from '../kit/vectors.ts';
import { passesOnInput, setsMetric } from '../kit/descriptions.ts';

const maxClusters = 200;

export const clusteringEvaluator = processor({
  nodeClass: 'fire.nodes.ml.NodeClusteringEvaluator',
  name: 'Clustering Evaluator',
  type: 'ml-evaluator',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description: `Evaluates how well clusters are separated by the silhouette coefficient, from -1 to 1, with the squared Euclidean distance. ${passesOnInput} ${setsMetric}`,
  fields: {
    featuresCol: column({ required: true, title: 'Features' }),
    predictionCol: column({ title: 'Prediction' }),
    ...evaluatedModel,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'evaluates clusters that each lie on one point',
      fields: { featuresCol: 'v' },
      input: table('v vector, prediction int', [
        [denseVector(0), 0],
        [denseVector(0), 0],
        [denseVector(9), 1],
        [denseVector(9), 1],
      ]),
      results: [
        { type: 'table', title: 'Metrics', data: table('metric string, value double', [['silhouette', 1]]) },
        {
          type: 'table',
          title: 'Cluster sizes',
          data: table('cluster int, rows bigint', [
            [0, 2n],
            [1, 2n],
          ]),
        },
      ],
    },
    {
      name: 'rejects a missing prediction column',
      fields: { featuresCol: 'v', predictionCol: 'p' },
      input: table('v vector', [[denseVector(0)]]),
      error: 'unknown column "p" in field "predictionCol": the input has v',
    },
    {
      name: 'rejects an input in which every row has a missing value',
      fields: { featuresCol: 'v' },
      input: table('v vector, prediction int', [[null, 1]]),
      error: 'no predictions to evaluate',
    },
    {
      name: 'rejects an input without rows',
      fields: { featuresCol: 'v' },
      input: table('v vector, prediction int', []),
      error: 'no predictions to evaluate',
    },
  ],
  run(context) {
    const { featuresCol, predictionCol = 'prediction' } = context.fields;
    const evaluator = makeEvaluator({ featuresCol, predictionCol });
    return evaluationOutcome(context, {
      evaluator,
      judges: ['clustering'],
      check: async (predictions): Promise<Unmeasurable> => {
        const clusters = await predictions.select(F.columnNamed(predictionCol)).distinct().limit(2).table();
        return clusters.rows.length > 1
          ? {}
          : { silhouette: `all rows are in the same cluster in column "${predictionCol}"` };
      },
      metrics: (schema) => {
        requireVector(schema, featuresCol, 'featuresCol');
        requirePredictions(schema, context.fields.predictionCol);
        return { silhouette: evaluator };
      },
      async show(predictions) {
        const cluster = F.columnNamed(predictionCol).cast(types.integer);
        const sizes = predictions.groupBy(cluster.alias('cluster')).agg(F.count().alias('rows')).sort('cluster');
        const data = await collectLocally(sizes.limit(maxClusters));
        return { results: [{ type: 'table', title: 'Cluster sizes', data }] };
      },
    });
  },
});
