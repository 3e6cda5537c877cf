import { regressionEvaluator as makeEvaluator } from '@millrace/spark-connect/ml';
import { requireLabel } from '../kit/feature-names.ts';
import { choice, column, formerField } from '../../kit/fields.ts';
import { evaluationOutcome, requirePredictions } from '../kit/evaluation.ts';
import { numberMetrics, whereNotANumber } from '../kit/metrics.ts';
import { evaluatedModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { residuals } from '../kit/residuals.ts';

export const regressionEvaluator = processor({
  nodeClass: 'fire.nodes.ml.NodeRegressionEvaluator',
  name: 'Regression Evaluator',
  type: 'ml-evaluator',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Measures how far predicted numbers lie from the true ones: root mean squared error, mean squared and mean absolute error, R²; and draws what is left over. Rows with null are left out. Hands its input on. Before a node that looks for the best parameters it says what is best.',
  fields: {
    labelCol: column({ default: 'label', title: 'Label' }),
    predictionCol: column({ title: 'Prediction' }),
    metricName: formerField(choice(['rmse', 'mse', 'mae', 'r2', 'var'], { default: 'rmse' })),
    ...evaluatedModel,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'all metrics and what is left over; the rows go on',
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
      name: 'columns are called as in Spark where nothing is said',
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
      name: 'no prediction',
      fields: { labelCol: 'y' },
      input: table('y int', [[1]]),
      error: '"predictionCol" is empty, which means "prediction", and the input has no such column',
    },
    {
      name: 'rows without a value are left out, and then there are none',
      fields: { labelCol: 'y' },
      input: table('y int, prediction double', [[1, null]]),
      error: 'no predictions to judge',
    },
    {
      name: 'no rows',
      fields: { labelCol: 'y' },
      input: table('y int, prediction double', []),
      error: 'no predictions to judge',
    },
  ],
  run(context) {
    const { labelCol, metricName, predictionCol = 'prediction' } = context.fields;
    const columns = { labelCol, predictionCol };
    return evaluationOutcome(context, {
      evaluator: makeEvaluator({ ...columns, metricName }),
      judges: ['regression', 'recommendation', 'classification'],
      look: whereNotANumber(columns),
      metrics: (schema) => {
        requireLabel(schema, labelCol);
        requirePredictions(schema, context.fields.predictionCol);
        return numberMetrics(columns);
      },
      shown: async (predictions) => ({ results: [await residuals(predictions, columns)] }),
    });
  },
});
