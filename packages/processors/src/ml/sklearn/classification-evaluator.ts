import { confusionFields } from '../kit/confusion.ts';
import { rocFields } from '../kit/curves.ts';
import { column } from '../../kit/fields.ts';
import { evaluatedModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { sklearnEvaluation } from './_sklearn-evaluation.ts';
import { evaluationResults } from '../kit/sklearn-results.ts';
import { passesOnInput } from '../kit/descriptions.ts';

export const sklearnClassificationEvaluator = processor({
  nodeClass: 'fire.nodes.sklearn.NodeSklearnClassificationEvaluator',
  name: 'Sklearn Classification Evaluator',
  type: 'ml-evaluator',
  category: 'Machine-Learning/ML-Sklearn/Modeling',
  description: `Evaluates predicted classes with scikit-learn by accuracy, precision, recall and F1; for two classes also by true and false positive rates and, if the rows have class probabilities, by the areas under the curves. Rows with a null are left out. ${passesOnInput}`,
  fields: {
    targetCol: column({ required: true, title: 'Target' }),
    predictCol: column({ required: true, title: 'Prediction' }),
    ...confusionFields,
    ...rocFields,
    ...evaluatedModel,
  },
  needs: ['python'],
  examples: [
    {
      name: 'shows all metrics and curves of classes and probabilities, and passes the rows on',
      fields: {
        targetCol: 'y',
        predictCol: 'prediction',
        output_confusion_matrix_chart: 'true',
        output_roc_curve: 'true',
      },
      input: table('y int, prediction int, probability array<double>', [
        [0, 0, [0.9, 0.1]],
        [0, 1, [0.4, 0.6]],
        [1, 0, [0.6, 0.4]],
        [1, 1, [0.2, 0.8]],
      ]),
      results: [
        {
          type: 'table',
          title: 'Metrics',
          data: table('metric string, value double', [
            ['accuracy', 0.5],
            ['f1', 0.5],
            ['weightedPrecision', 0.5],
            ['weightedRecall', 0.5],
            ['truePositiveRate', 0.5],
            ['falsePositiveRate', 0.5],
            ['areaUnderROC', 0.75],
            ['areaUnderPR', 0.8333333333333333],
          ]),
        },
        {
          type: 'table',
          title: 'Confusion matrix',
          data: table('Target string, `0` bigint, `1` bigint', [
            ['0', 1n, 1n],
            ['1', 1n, 1n],
          ]),
        },
        { type: 'chart', kind: 'heat-map' },
        {
          type: 'chart',
          title: 'ROC Curve',
          kind: 'line',
          data: table('false_positive_rate double, true_positive_rate double, threshold double', [
            [0, 0, null],
            [0, 0.5, 0.8],
            [0.5, 0.5, 0.6],
            [0.5, 1, 0.4],
            [1, 1, 0.1],
          ]),
        },
        { type: 'chart', title: 'Precision-Recall Curve', kind: 'line' },
      ],
    },
    {
      name: 'evaluates three text classes and leaves out incomplete rows',
      fields: { targetCol: 'y', predictCol: 'p', output_roc_curve: 'true' },
      input: table('y string, p string', [
        ['a', 'a'],
        ['b', 'b'],
        ['c', 'b'],
        [null, 'a'],
      ]),
      results: [
        { type: 'table', title: 'Metrics' },
        {
          type: 'table',
          title: 'Confusion matrix',
          data: table('Target string, a bigint, b bigint, c bigint', [
            ['a', 1n, 0n, 0n],
            ['b', 0n, 1n, 0n],
            ['c', 0n, 1n, 0n],
          ]),
        },
      ],
      warnings: ['the ROC curve is left out'],
    },
    {
      name: 'rejects an input without rows',
      fields: { targetCol: 'y', predictCol: 'p' },
      input: table('y int, p int', []),
      error: 'the input has no rows',
    },
    {
      name: 'rejects continuous numbers',
      fields: { targetCol: 'y', predictCol: 'p' },
      input: table('y double, p double', [[1.5, 1]]),
      error: 'column "y" contains 1.5: classes must be whole numbers, text or Boolean',
    },
  ],
  run(context) {
    const { fields, session } = context;
    return sklearnEvaluation(context, {
      of: 'classes',
      target: fields.targetCol,
      predicted: fields.predictCol,
      show: (evaluation) => evaluationResults(session, 'Metrics', evaluation, fields),
    });
  },
});
