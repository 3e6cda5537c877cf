import { functions as F, types } from '@millrace/spark-connect';
import { clusteringEvaluator as makeEvaluator } from '@millrace/spark-connect/ml';
import { requireVector } from '../kit/feature-names.ts';
import { column } from '../../kit/fields.ts';
import { evaluationOutcome, requirePredictions } from '../kit/evaluation.ts';
import { collected } from '../kit/materialize.ts';
import type { Unmeasurable } from '../kit/metrics.ts';
import { evaluatedModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { denseVector } from '../kit/vectors.ts';

const mostClusters = 200;

export const clusteringEvaluator = processor({
  nodeClass: 'fire.nodes.ml.NodeClusteringEvaluator',
  name: 'Clustering Evaluator',
  type: 'ml-evaluator',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Measures how much nearer rows lie to their own cluster than to the next one: the silhouette, from -1 to 1, by squared Euclidean distance. Hands its input on. Before a node that looks for the best parameters it says what is best.',
  fields: {
    featuresCol: column({ required: true, title: 'Features' }),
    predictionCol: column({ title: 'Prediction' }),
    ...evaluatedModel,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'clusters that lie on a point each',
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
      name: 'a prediction that is not there',
      fields: { featuresCol: 'v', predictionCol: 'p' },
      input: table('v vector', [[denseVector(0)]]),
      error: '"predictionCol" names the column "p"',
    },
    {
      name: 'rows without a value are left out, and then there are none',
      fields: { featuresCol: 'v' },
      input: table('v vector, prediction int', [[null, 1]]),
      error: 'no predictions to judge',
    },
    {
      name: 'no rows',
      fields: { featuresCol: 'v' },
      input: table('v vector, prediction int', []),
      error: 'no predictions to judge',
    },
  ],
  run(context) {
    const { featuresCol, predictionCol = 'prediction' } = context.fields;
    const evaluator = makeEvaluator({ featuresCol, predictionCol });
    return evaluationOutcome(context, {
      evaluator,
      judges: ['clustering'],
      look: async (predictions): Promise<Unmeasurable> => {
        const clusters = await predictions.select(F.columnNamed(predictionCol)).distinct().limit(2).table();
        return clusters.rows.length > 1 ? {} : { silhouette: `all rows are of one cluster in "${predictionCol}"` };
      },
      metrics: (schema) => {
        requireVector(schema, featuresCol, 'featuresCol');
        requirePredictions(schema, context.fields.predictionCol);
        return { silhouette: evaluator };
      },
      async shown(predictions) {
        const cluster = F.columnNamed(predictionCol).cast(types.integer);
        const sizes = predictions.groupBy(cluster.alias('cluster')).agg(F.count().alias('rows')).sort('cluster');
        const data = await collected(sizes.limit(mostClusters));
        return { results: [{ type: 'table', title: 'Cluster sizes', data }] };
      },
    });
  },
});
