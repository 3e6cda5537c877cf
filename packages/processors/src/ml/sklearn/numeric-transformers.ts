import { FieldError } from '../../kit/field-error.ts';
import { choice, flag, formerField, text } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { table } from '../../kit/examples.ts';
import { numericTransformer } from './_numeric-transformer.ts';
import { passesOnFitted, toDoubles } from '../kit/descriptions.ts';

export const sklearnBinarizer = numericTransformer({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeBinarizerFitTransform',
  name: 'Sklearn Binarizer',
  description: `Sets all numbers above a threshold to 1 and all others to 0, in all numeric columns, with scikit-learn. ${toDoubles}`,
  fields: {
    threshold: number({ default: 0, title: 'Threshold' }),
  },
  examples: [
    {
      name: 'binarizes at 2',
      fields: { threshold: '2' },
      input: table('x int, y double, note string', [
        [2, 2.1, null],
        [3, 0, 'a'],
      ]),
      output: table('x double, y double, note string', [
        [0, 1, null],
        [1, 0, 'a'],
      ]),
    },
  ],
  title: 'scikit-learn binarizer',
  estimator: 'Binarizer',
  parameters: (fields) => ({ threshold: fields.threshold }),
});

export const sklearnMinMaxScaler = numericTransformer({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeMinMaxScalarFitTransform',
  name: 'Sklearn MinMaxScaler',
  description: `Scales all numeric columns to one range with scikit-learn: the minimum of a column becomes the lower bound, the maximum the upper bound. ${toDoubles} ${passesOnFitted}`,
  fields: {
    feature_range: text({ default: '0,1', title: 'Range', description: 'Lower and upper bound' }),
  },
  examples: [
    {
      name: 'scales to 0 to 1',
      input: table('x int, note string', [
        [1, 'a'],
        [3, null],
        [2, 'b'],
      ]),
      output: table('x double, note string', [
        [0, 'a'],
        [1, null],
        [0.5, 'b'],
      ]),
    },
    {
      name: 'rejects an invalid range',
      fields: { feature_range: '1' },
      input: table('x int', [[1]]),
      error: 'invalid value "1" for field "feature_range"',
    },
  ],
  title: 'scikit-learn min-max scaler',
  estimator: 'MinMaxScaler',
  parameters: (fields) => ({ feature_range: [...rangeIn(fields.feature_range)] }),
  tableTitle: 'Ranges',
});

export const sklearnQuantileTransformer = numericTransformer({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeQuantileTransformerFitTransform',
  name: 'Sklearn Quantile Fit Transform',
  description: `Transforms all numeric columns to a uniform or normal distribution by their quantiles with scikit-learn, which reduces the effect of outliers. ${toDoubles} ${passesOnFitted}`,
  fields: {
    n_estimators: integer({ default: 1000, min: 1, title: 'Quantiles', description: 'At most the number of rows' }),
    output_distribution: choice(['uniform', 'normal'], { default: 'uniform', title: 'Distribution' }),
    ignore_implicit_zeros: formerField(flag({ default: false })),
    subsample: integer({ default: 100_000, min: 1, title: 'Maximum rows for fitting' }),
  },
  examples: [
    {
      name: 'transforms to a uniform distribution',
      input: table('x int, note string', [
        [1, 'a'],
        [1000, null],
        [2, 'b'],
      ]),
      output: table('x double, note string', [
        [0, 'a'],
        [1, null],
        [0.5, 'b'],
      ]),
    },
  ],
  title: 'scikit-learn quantile transformer',
  estimator: 'QuantileTransformer',
  parameters: (fields) => ({
    n_quantiles: fields.n_estimators,
    output_distribution: fields.output_distribution,
    // no more of them than rows to learn them from
    subsample: Math.max(fields.subsample, fields.n_estimators),
    random_state: 0,
  }),
  fieldOf: { n_quantiles: 'n_estimators' },
});

export const sklearnStandardScaler = numericTransformer({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeStandardScalarFitTransform',
  name: 'Sklearn StandardScalar',
  description: `Standardizes all numeric columns with scikit-learn: subtracts their mean and divides by their standard deviation, each if chosen. ${toDoubles} ${passesOnFitted}`,
  fields: {
    with_mean: flag({ default: true, title: 'Subtract the mean' }),
    with_std: flag({ default: false, title: 'Divide by the standard deviation' }),
  },
  examples: [
    {
      name: 'centers on the mean and scales to unit deviation',
      fields: { with_std: 'true' },
      input: table('x int, note string', [
        [1, 'a'],
        [3, null],
      ]),
      output: table('x double, note string', [
        [-1, 'a'],
        [1, null],
      ]),
      results: [
        {
          type: 'table',
          title: 'Scales',
          data: table('feature string, mean double, deviation double', [['x', 2, 1]]),
        },
      ],
    },
  ],
  title: 'scikit-learn standard scaler',
  estimator: 'StandardScaler',
  parameters: (fields) => ({ with_mean: fields.with_mean, with_std: fields.with_std }),
  tableTitle: 'Scales',
});

function rangeIn(text: string): readonly [number, number] {
  const [low = NaN, high = NaN, ...more] = text
    .replaceAll(/[()[\]\s]/g, '')
    .split(',')
    .map(Number);
  if (more.length === 0 && low < high) return [low, high];
  throw new FieldError(
    'feature_range',
    `invalid value "${text}" for field "feature_range": must be two increasing numbers`,
    'enter a range such as 0,1',
  );
}
