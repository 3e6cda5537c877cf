import { regressionEvaluator as makeEvaluator } from '@millrace/spark-connect/ml';
import { requireLabel } from '../kit/feature-names.ts';
import { choice, column, formerField } from '../../kit/fields.ts';
import { evaluationOutcome, requirePredictions } from '../kit/evaluation.ts';
import { numberMetrics, whereNotANumber } from '../kit/metrics.ts';
import { evaluatedModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { residuals } from '../kit/residuals.ts';
import { passesOnInput, setsMetric } from '../kit/descriptions.ts';

export const regressionEvaluator = processor({
  nodeClass: 'fire.nodes.ml.NodeRegressionEvaluator',
  name: 'Regression Evaluator',
  type: 'ml-evaluator',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description: `Evaluates predicted numbers by root mean squared error, mean squared error, mean absolute error and R², and draws the residuals. Rows with a null are left out. ${passesOnInput} ${setsMetric}`,
  fields: {
    labelCol: column({ default: 'label', title: 'Label' }),
    predictionCol: column({ title: 'Prediction' }),
    metricName: formerField(choice(['rmse', 'mse', 'mae', 'r2', 'var'], { default: 'rmse' })),
    ...evaluatedModel,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'shows all metrics and residuals, and passes the rows on',
      fields: { labelCol: 'y', predictionCol: '' },
      input: table('y int, prediction double', [
        [1, 2],
        [2, 2],
        [3, 3],
        [4, 4],
      ]),
      output: table('y int, prediction double', [
        [1, 2],
        [2, 2],
        [3, 3],
        [4, 4],
      ]),
      results: [
        {
          type: 'table',
          title: 'Metrics',
          data: table('metric string, value double', [
            ['rmse', 0.5],
            ['mse', 0.25],
            ['mae', 0.25],
            ['r2', 0.8],
          ]),
        },
        {
          type: 'chart',
          title: 'Residuals',
          kind: 'scatter',
          data: table('prediction double, residual double', [
            [2, -1],
            [2, 0],
            [3, 0],
            [4, 0],
          ]),
        },
      ],
    },
    {
      name: 'uses the column names of Spark by default',
      fields: {},
      input: table('label int, prediction double', [
        [1, 2],
        [2, 2],
      ]),
      results: [
        { type: 'table', title: 'Metrics' },
        { type: 'chart', title: 'Residuals' },
      ],
    },
    {
      name: 'rejects an input without predictions',
      fields: { labelCol: 'y' },
      input: table('y int', [[1]]),
      error: 'field "predictionCol" is empty, and the input has no column "prediction"',
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
    const { labelCol, metricName, predictionCol = 'prediction' } = context.fields;
    const columns = { labelCol, predictionCol };
    return evaluationOutcome(context, {
      evaluator: makeEvaluator({ ...columns, metricName }),
      judges: ['regression', 'recommendation', 'classification'],
      check: whereNotANumber(columns),
      metrics: (schema) => {
        requireLabel(schema, labelCol);
        requirePredictions(schema, context.fields.predictionCol);
        return numberMetrics(columns);
      },
      show: async (predictions) => ({ results: [await residuals(predictions, columns)] }),
    });
  },
});
