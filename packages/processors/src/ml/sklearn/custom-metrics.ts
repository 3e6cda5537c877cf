import { choice, column, text } from '../../kit/fields.ts';
import { metricsTable } from '../kit/metrics.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { sklearnEvaluation } from './_sklearn-evaluation.ts';
import { withoutNullMetrics, showPredictions, type SklearnEvaluation } from '../kit/sklearn-results.ts';
import type { Shown } from '../../contract/ml-artifacts.ts';
import { passesOnInput } from '../kit/descriptions.ts';

/** The metrics of each choice, by the names that they have elsewhere. */
const ofNumbers: Readonly<Record<string, string>> = {
  RMSE: 'rmse',
  MeanAbsolutePercentError: 'mape',
  R2: 'r2',
  MeanAbsoluteError: 'mae',
  MeanSquaredError: 'mse',
  MedianAbsoluteError: 'medianAbsoluteError',
  ExplainedVariance: 'explainedVariance',
};
const ofClasses: Readonly<Record<string, string>> = {
  F1: 'f1',
  WeightedFMeasure: 'f1',
  Accuracy: 'accuracy',
  WeightedPrecision: 'weightedPrecision',
  WeightedRecall: 'weightedRecall',
  FalsePositiveRate: 'falsePositiveRate',
  TruePositiveRate: 'truePositiveRate',
};

const ofTwo = table('y string, p string', [
  ['no', 'no'],
  ['no', 'no'],
  ['yes', 'no'],
  ['yes', 'yes'],
]);

const ofThree = table('y string, p string', [
  ['a', 'b'],
  ['a', 'a'],
  ['b', 'b'],
  ['c', 'b'],
  ['c', 'c'],
]);

export const customMetrics = processor({
  nodeClass: 'fire.nodes.sklearn.NodeCustomMetrics',
  name: 'Custom Metrics',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/Modeling',
  description: `Evaluates predictions with one metric or all metrics: errors for numbers, correctness for classes. True and false positive rates are those of the positive class against all others, or of the second of two classes. F1 is that of the positive class if one is set, otherwise the mean over all classes weighted by their frequency, which WeightedFMeasure always is. Rows with a null are left out. ${passesOnInput}`,
  fields: {
    actualCol: column({ required: true, title: 'Actual values' }),
    predictedCol: column({ required: true, title: 'Predictions' }),
    metricsType: choice(
      [
        ...(['RMSE', 'MeanAbsolutePercentError', 'R2', 'MeanAbsoluteError', 'MeanSquaredError'] as const),
        ...(['MedianAbsoluteError', 'ExplainedVariance', 'AllRegressionMetrics'] as const),
        ...(['F1', 'WeightedFMeasure', 'Accuracy', 'WeightedPrecision', 'WeightedRecall'] as const),
        ...(['FalsePositiveRate', 'TruePositiveRate', 'ConfusionMatrix', 'AllClassificationMetrics'] as const),
      ],
      { default: 'RMSE', aliases: { rmse: 'RMSE' }, title: 'Metric' },
    ),
    posLabel: text({ title: 'Positive class' }),
  },
  needs: ['python'],
  examples: [
    {
      name: 'shows one regression metric and passes the rows on',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'rmse' },
      input: table('y int, p double', [
        [1, 2],
        [3, 2],
        [null, 1],
      ]),
      output: table('y int, p double', [
        [1, 2],
        [3, 2],
        [null, 1],
      ]),
      results: [{ type: 'table', title: 'Metrics', data: table('metric string, value double', [['RMSE', 1]]) }],
    },
    {
      name: 'computes the true positive rate of the positive class',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'TruePositiveRate', posLabel: 'no' },
      input: table('y string, p string', [
        ['no', 'no'],
        ['no', 'yes'],
        ['yes', 'yes'],
      ]),
      results: [
        { type: 'table', title: 'Metrics', data: table('metric string, value double', [['TruePositiveRate', 0.5]]) },
      ],
    },
    ...(
      [
        ['computes F1 of the positive class', 'F1', { posLabel: 'no' }, 0.8],
        ['computes F1 of all classes without a positive class', 'F1', {}, 0.7333333333333334],
        [
          'computes the weighted F-measure of all classes despite a positive class',
          'WeightedFMeasure',
          { posLabel: 'no' },
          0.7333333333333334,
        ],
      ] as const
    ).map(([name, metricsType, more, value]) => ({
      name,
      fields: { actualCol: 'y', predictedCol: 'p', metricsType, ...more },
      input: ofTwo,
      results: [
        {
          type: 'table' as const,
          title: 'Metrics',
          data: table('metric string, value double', [[metricsType, value]]),
        },
      ],
    })),
    {
      name: 'computes F1 of one of three classes',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'F1', posLabel: 'b' },
      input: ofThree,
      results: [{ type: 'table', title: 'Metrics', data: table('metric string, value double', [['F1', 0.5]]) }],
    },
    {
      name: 'evaluates rows that are all of another class',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'Accuracy', posLabel: 'yes' },
      input: table('y string, p string', [['no', 'no']]),
      results: [{ type: 'table', title: 'Metrics', data: table('metric string, value double', [['Accuracy', 1]]) }],
    },
    {
      name: 'warns that F1 cannot be computed for rows of one class',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'F1', posLabel: 'yes' },
      input: table('y string, p string', [['no', 'no']]),
      results: [{ type: 'table', title: 'Metrics', data: table('metric string, value double', []) }],
      warnings: ['F1 cannot be computed: it needs rows of two classes'],
    },
    {
      name: 'takes numbers in lists of one',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'MeanAbsoluteError' },
      input: table('y int, p array<double>', [
        [1, [2]],
        [2, [2]],
      ]),
      results: [
        { type: 'table', title: 'Metrics', data: table('metric string, value double', [['MeanAbsoluteError', 0.5]]) },
      ],
    },
    {
      name: 'rejects lists of two numbers',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'R2' },
      input: table('y int, p array<int>', [[1, [1, 2]]]),
      error: 'column "p" has lists of 2 numbers: must have one number per row',
    },
    {
      name: 'rejects text for a regression metric',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'R2' },
      input: table('y string, p double', [['no', 1]]),
      error: 'column "y" in field "actualCol" has type STRING: must be numeric',
    },
    {
      name: 'matches a positive class in another number format',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'TruePositiveRate', posLabel: '0.0' },
      input: table('y int, p int', [
        [0, 0],
        [0, 1],
        [1, 1],
      ]),
      results: [
        { type: 'table', title: 'Metrics', data: table('metric string, value double', [['TruePositiveRate', 0.5]]) },
      ],
    },
    {
      name: 'computes the false positive rate of one of three classes',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'FalsePositiveRate', posLabel: 'b' },
      input: ofThree,
      results: [
        { type: 'table', title: 'Metrics', data: table('metric string, value double', [['FalsePositiveRate', 0.5]]) },
      ],
    },
    {
      name: 'rejects an unknown positive class',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'TruePositiveRate', posLabel: 'maybe' },
      input: table('y string, p string', [
        ['no', 'no'],
        ['yes', 'no'],
      ]),
      error: 'invalid value "maybe" for field "posLabel": must be one of no, yes',
    },
    {
      name: 'shows the confusion matrix',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'ConfusionMatrix' },
      input: table('y int, p int', [
        [0, 1],
        [1, 1],
      ]),
      results: [
        {
          type: 'table',
          title: 'Confusion matrix',
          data: table('Target string, `0` bigint, `1` bigint', [
            ['0', 0n, 1n],
            ['1', 0n, 1n],
          ]),
        },
      ],
    },
    {
      name: 'rejects an input without rows',
      fields: { actualCol: 'y', predictedCol: 'p' },
      input: table('y int, p int', []),
      error: 'the input has no rows',
    },
  ],
  run(context) {
    const { fields, session } = context;
    const { metricsType: metricNames, posLabel } = fields;
    const isNumbers = metricNames in ofNumbers || metricNames === 'AllRegressionMetrics';
    const show = (evaluation: SklearnEvaluation): Shown => {
      if (metricNames === 'ConfusionMatrix') return showPredictions(session, evaluation, matrixFields);
      const all = withoutNullMetrics(evaluation.metrics);
      const name =
        metricNames === 'F1' && posLabel !== undefined
          ? 'f1OfPositive'
          : (ofNumbers[metricNames] ?? ofClasses[metricNames]);
      const value = name === undefined ? undefined : all[name];
      const metrics = name === undefined ? all : value === undefined ? {} : { [metricNames]: value };
      const table = metricsTable(session, 'Metrics', metrics);
      const nothing = name !== undefined && value === undefined;
      return {
        metrics,
        results: [table],
        ...(nothing
          ? {
              warnings: [`${metricNames} cannot be computed: it needs rows of two classes, or of the positive class`],
            }
          : {}),
      };
    };
    return sklearnEvaluation(context, {
      of: isNumbers ? 'numbers' : 'classes',
      target: fields.actualCol,
      targetField: 'actualCol',
      predicted: fields.predictedCol,
      predictedField: 'predictedCol',
      ...(posLabel === undefined ? {} : { more: { positive: posLabel } }),
      show,
    });
  },
});

/** A table alone, under the usual names. */
const matrixFields = {
  output_confusion_matrix_chart: false,
  cm_chart_title: '',
  cm_chart_description: '',
  cmChartTitle: undefined,
  cmChartDescription: undefined,
  confusionMatrixTargetLegend: 'Target',
  confusionMatrixPredictedLabelLegend: 'PredictedLabel',
  confusionMatrixRowDescription: undefined,
  path: undefined,
  output_roc_curve: false,
  output_roc_chart: false,
  roc_title: '',
  roc_description: '',
  xlabel: '',
  ylabel: '',
};
