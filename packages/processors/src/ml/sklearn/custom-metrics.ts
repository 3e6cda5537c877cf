import { choice, column, text } from '../../kit/fields.ts';
import { metricsTable } from '../kit/metrics.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { sklearnEvaluation } from './_sklearn-evaluation.ts';
import { known, shownPredictions, type SklearnEvaluation } from '../kit/sklearn-results.ts';
import type { Shown } from '../../contract/ml-artifacts.ts';

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
  description:
    'Measures one thing, or all there is, of predictions beside the true values: of amounts how far they are off, of classes how often they are right. Rates of hits and false alarms are those of the class that is called positive among all others, or of the second of two. F1 is that of the positive class where one is named, else the mean over all classes by how frequent they are, as WeightedFMeasure always is. Rows with null are left out. Hands its input on.',
  fields: {
    actualCol: column({ required: true, title: 'True values' }),
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
      name: 'one metric of amounts; the rows go on',
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
      name: 'the rate of hits of a class that is called positive',
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
        ['F1 of the class that is called positive', 'F1', { posLabel: 'no' }, 0.8],
        ['F1 of all classes where none is', 'F1', {}, 0.7333333333333334],
        ['the measure of all classes whichever is', 'WeightedFMeasure', { posLabel: 'no' }, 0.7333333333333334],
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
      name: 'F1 of one class among three',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'F1', posLabel: 'b' },
      input: ofThree,
      results: [{ type: 'table', title: 'Metrics', data: table('metric string, value double', [['F1', 0.5]]) }],
    },
    {
      name: 'rows that are all of another class than the positive one',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'Accuracy', posLabel: 'yes' },
      input: table('y string, p string', [['no', 'no']]),
      results: [{ type: 'table', title: 'Metrics', data: table('metric string, value double', [['Accuracy', 1]]) }],
    },
    {
      name: 'which has no F1 then',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'F1', posLabel: 'yes' },
      input: table('y string, p string', [['no', 'no']]),
      results: [{ type: 'table', title: 'Metrics', data: table('metric string, value double', []) }],
      warnings: ['F1 has no value here: it needs rows of two classes'],
    },
    {
      name: 'amounts in lists of one',
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
      name: 'lists of two are no amounts',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'R2' },
      input: table('y int, p array<int>', [[1, [1, 2]]]),
      error: 'the lists of the column "p" have 2 numbers, where one a row is compared',
    },
    {
      name: 'amounts that are text',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'R2' },
      input: table('y string, p double', [['no', 1]]),
      error: '"actualCol" names the column "y", which is of type string and holds no numbers',
    },
    {
      name: 'the positive class as another number is written',
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
      name: 'the rate of false alarms of one class among three',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'FalsePositiveRate', posLabel: 'b' },
      input: ofThree,
      results: [
        { type: 'table', title: 'Metrics', data: table('metric string, value double', [['FalsePositiveRate', 0.5]]) },
      ],
    },
    {
      name: 'a positive class that is not there',
      fields: { actualCol: 'y', predictedCol: 'p', metricsType: 'TruePositiveRate', posLabel: 'maybe' },
      input: table('y string, p string', [
        ['no', 'no'],
        ['yes', 'no'],
      ]),
      error: '"posLabel" is maybe, but the classes are no and yes',
    },
    {
      name: 'how often each class was taken for which',
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
      name: 'no rows',
      fields: { actualCol: 'y', predictedCol: 'p' },
      input: table('y int, p int', []),
      error: 'its input has no rows',
    },
  ],
  run(context) {
    const { fields, session } = context;
    const { metricsType: metricNames, posLabel } = fields;
    const isNumbers = metricNames in ofNumbers || metricNames === 'AllRegressionMetrics';
    const shown = (evaluation: SklearnEvaluation): Shown => {
      if (metricNames === 'ConfusionMatrix') return shownPredictions(session, evaluation, matrixFields);
      const all = known(evaluation.metrics);
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
              warnings: [
                `${metricNames} has no value here: it needs rows of two classes, or of the one that is called positive`,
              ],
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
      shown,
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
