import { column } from '../../kit/fields.ts';
import { evaluatedModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { sklearnEvaluation } from './_sklearn-evaluation.ts';
import { evaluationResults } from '../kit/sklearn-results.ts';
import { passesOnInput } from '../kit/descriptions.ts';

export const sklearnRegressionEvaluator = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnRegressionEvaluator',
  name: 'Sklearn Regression Evaluator',
  type: 'ml-evaluator',
  category: 'Machine-Learning/ML-Sklearn/Modeling',
  description: `Evaluates predicted numbers with scikit-learn by root mean squared, mean squared, mean absolute, median absolute and mean relative error, R² and explained variance, and draws the residuals. Rows with a null are left out. ${passesOnInput}`,
  fields: {
    targetCol: column({ required: true, title: 'Target' }),
    predictCol: column({ required: true, title: 'Prediction' }),
    ...evaluatedModel,
  },
  needs: ['python'],
  examples: [
    {
      name: 'shows all metrics and residuals, leaves out incomplete rows and passes all rows on',
      fields: { targetCol: 'y', predictCol: 'p' },
      input: table('y int, p double', [
        [1, 2],
        [2, 2],
        [null, 9],
        [4, 3],
        [4, 4],
      ]),
      output: table('y int, p double', [
        [1, 2],
        [2, 2],
        [null, 9],
        [4, 3],
        [4, 4],
      ]),
      results: [
        {
          type: 'table',
          title: 'Metrics',
          data: table('metric string, value double', [
            ['rmse', 0.7071067811865476],
            ['mse', 0.5],
            ['mae', 0.5],
            ['r2', 0.7037037037037037],
            ['mape', 0.3125],
            ['medianAbsoluteError', 0.5],
            ['explainedVariance', 0.7037037037037037],
          ]),
        },
        {
          type: 'chart',
          title: 'Residuals',
          kind: 'scatter',
          data: table('prediction double, residual double', [
            [2, -1],
            [2, 0],
            [3, 1],
            [4, 0],
          ]),
        },
      ],
    },
    {
      name: 'rejects a missing prediction column',
      fields: { targetCol: 'y', predictCol: 'prediction' },
      input: table('y int', [[1]]),
      error: 'unknown column "prediction" in field "predictCol": the input has y',
    },
    {
      name: 'rejects an input without rows',
      fields: { targetCol: 'y', predictCol: 'p' },
      input: table('y int, p double', []),
      error: 'the input has no rows',
    },
    {
      name: 'rejects an input without complete rows',
      fields: { targetCol: 'y', predictCol: 'p' },
      input: table('y int, p double', [[1, null]]),
      error: 'no predictions to evaluate',
    },
  ],
  run(context) {
    const { fields, session } = context;
    return sklearnEvaluation(context, {
      of: 'numbers',
      target: fields.targetCol,
      predicted: fields.predictCol,
      show: (evaluation) => evaluationResults(session, 'Metrics', evaluation),
    });
  },
});
