import { parseSchema } from '@millrace/spark-connect';
import { column } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { evaluatedModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { requireFeatures } from '../kit/sklearn-columns.ts';
import { sklearnEvaluation } from './_sklearn-evaluation.ts';
import { evaluationResults } from '../kit/sklearn-results.ts';
import { passesOnInput } from '../kit/descriptions.ts';

export const sklearnClusteringEvaluator = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnClusteringEvaluator',
  name: 'Sklearn Clustering Evaluator',
  type: 'ml-evaluator',
  category: 'Machine-Learning/ML-Sklearn/Modeling',
  description: `Evaluates with scikit-learn how well clusters are separated: silhouette, Calinski-Harabasz and Davies-Bouldin scores, with the cluster sizes. ${passesOnInput}`,
  fields: {
    featuresCol: columns({ required: true, title: 'Features' }),
    predictCol: column({ required: true, title: 'Cluster' }),
    ...evaluatedModel,
  },
  needs: ['python'],
  examples: [
    {
      name: 'evaluates two separated clusters',
      fields: { featuresCol: ['x'], predictCol: 'g' },
      input: table('x int, g int', [
        [0, 0],
        [0, 0],
        [9, 1],
        [9, 1],
      ]),
      results: [
        { type: 'table', title: 'Metrics' },
        {
          type: 'table',
          title: 'Clusters',
          data: table('cluster string, rows bigint', [
            ['0', 2n],
            ['1', 2n],
          ]),
        },
      ],
    },
    {
      name: 'rejects a single cluster',
      fields: { featuresCol: ['x'], predictCol: 'g' },
      input: table('x int, g int', [
        [0, 0],
        [1, 0],
      ]),
      error: 'the input has 1 cluster in 2 rows',
    },
    {
      name: 'handles a null',
      fields: { featuresCol: ['x'], predictCol: 'g' },
      input: table('x int, g int', [[null, 0]]),
      error: 'column "x" is null in 1 of 1 rows',
    },
    {
      name: 'rejects an input without rows',
      fields: { featuresCol: ['x'], predictCol: 'g' },
      input: table('x int, g int', []),
      error: 'the input has no rows',
    },
  ],
  run(context) {
    const { fields, schema, session } = context;
    return sklearnEvaluation(context, {
      of: 'clusters',
      predicted: fields.predictCol,
      features: requireFeatures(schema, fields.featuresCol, 'featuresCol'),
      show(evaluation) {
        const report = evaluationResults(session, 'Metrics', evaluation);
        const sizes = (evaluation.clusters ?? []).map(([name, size]) => [name, BigInt(size)]);
        const data = session.createDataFrame(sizes, parseSchema('cluster string, rows bigint'));
        return { ...report, results: [...(report.results ?? []), { type: 'table', title: 'Clusters', data }] };
      },
    });
  },
});
