import { multiclassClassificationEvaluator as makeEvaluator } from '@millrace/spark-connect/ml';
import { confusion, confusionFields } from '../kit/confusion.ts';
import { classNames, requireLabel } from '../kit/feature-names.ts';
import { choice, column, formerField } from '../../kit/fields.ts';
import { evaluationOutcome, requirePredictions } from '../kit/evaluation.ts';
import { classMetricNames, classMetrics } from '../kit/metrics.ts';
import { evaluatedModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { passesOnInput, setsMetric } from '../kit/descriptions.ts';

export const multiclassClassificationEvaluator = processor({
  nodeClass: 'fire.nodes.ml.NodeMulticlassClassificationEvaluator',
  name: 'Multiclass Classification Evaluator',
  type: 'ml-evaluator',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description: `Evaluates predicted classes by accuracy, F1, precision, recall and a confusion matrix. ${passesOnInput} ${setsMetric}`,
  fields: {
    labelCol: column({ required: true, title: 'Label' }),
    predictionCol: column({ title: 'Prediction' }),
    // what Spark 1 called precision and recall was the share of right predictions
    metricName: formerField(
      choice(['f1', 'accuracy', 'weightedPrecision', 'weightedRecall'], {
        default: 'f1',
        aliases: { precision: 'accuracy', recall: 'accuracy' },
      }),
    ),
    ...confusionFields,
    ...evaluatedModel,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'shows metrics and the confusion matrix, and passes the rows on',
      fields: { labelCol: 'y', metricName: 'precision', output_confusion_matrix_chart: 'true', path: 'm' },
      input: table('y int, prediction double', [
        [0, 0],
        [1, 1],
        [2, 1],
        [2, 2],
      ]),
      output: table('y int, prediction double', [
        [0, 0],
        [1, 1],
        [2, 1],
        [2, 2],
      ]),
      results: [
        {
          type: 'table',
          title: 'Metrics',
          data: table('metric string, value double', [
            ['accuracy', 0.75],
            ['f1', 0.75],
            ['weightedPrecision', 0.875],
            ['weightedRecall', 0.75],
          ]),
        },
        {
          type: 'table',
          title: 'Confusion matrix',
          data: table('Target string, `0` bigint, `1` bigint, `2` bigint', [
            ['0', 1n, 0n, 0n],
            ['1', 0n, 1n, 0n],
            ['2', 0n, 1n, 1n],
          ]),
        },
        { type: 'chart', title: 'Confusion Matrix Chart', kind: 'heat-map' },
      ],
      saves: [{ format: 'csv', path: 'm', mode: 'overwrite', singleFile: true, options: { header: 'true' } }],
    },
    {
      name: 'rejects a text prediction',
      fields: { labelCol: 'y', predictionCol: 'p' },
      input: table('y int, p string', [[0, 'no']]),
      error: 'column "p" in field "predictionCol" has type STRING: must be numeric',
    },
    {
      name: 'rejects an input in which every row has a missing value',
      fields: { labelCol: 'y' },
      input: table('y int, prediction double', [[1, null]]),
      error: 'no predictions to evaluate',
    },
    {
      name: 'rejects an input without rows',
      fields: { labelCol: 'y' },
      input: table('y int, prediction double', []),
      error: 'no predictions to evaluate',
    },
  ],
  run(context) {
    const { fields, session } = context;
    const { labelCol, metricName, predictionCol = 'prediction' } = fields;
    const columns = { labelCol, predictionCol };
    return evaluationOutcome(context, {
      evaluator: makeEvaluator({ ...columns, metricName }),
      judges: ['classification', 'regression'],
      check: () => Promise.resolve({}),
      namesOfShown: classMetricNames,
      metrics: (schema) => {
        requireLabel(schema, labelCol);
        requirePredictions(schema, fields.predictionCol);
        return classMetrics(columns);
      },
      show: (predictions, schema) =>
        confusion(session, predictions, { ...columns, name: classNames(requireLabel(schema, labelCol)) }, fields),
    });
  },
});
