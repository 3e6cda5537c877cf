import { FieldError } from '../../kit/field-error.ts';
import { choice, flag, formerField, text } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { table } from '../../kit/examples.ts';
import { numericTransformer } from './_numeric-transformer.ts';

export const sklearnBinarizer = numericTransformer({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeBinarizerFitTransform',
  name: 'Sklearn Binarizer',
  description:
    'Makes 1 of all numbers above a threshold and 0 of the others, in all columns of numbers, by scikit-learn. They become doubles in their places.',
  fields: {
    threshold: number({ default: 0, title: 'Threshold' }),
  },
  examples: [
    {
      name: 'above 2 or not',
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
  description:
    'Brings all columns of numbers into one range, by scikit-learn: the least value of a column becomes its lower end, the greatest its upper end. They become doubles in their places. What was learned goes on beside the rows.',
  fields: {
    feature_range: text({ default: '0,1', title: 'Range', description: 'Its lower and upper end' }),
  },
  examples: [
    {
      name: 'from 0 to 1',
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
      name: 'a range that is none',
      fields: { feature_range: '1' },
      input: table('x int', [[1]]),
      error: '"feature_range" is "1", which is no range',
    },
  ],
  title: 'scikit-learn min-max scaler',
  estimator: 'MinMaxScaler',
  parameters: (fields) => ({ feature_range: [...rangeIn(fields.feature_range)] }),
  tells: 'Ranges',
});

export const sklearnQuantileTransformer = numericTransformer({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeQuantileTransformerFitTransform',
  name: 'Sklearn Quantile Fit Transform',
  description:
    'Gives all columns of numbers an even or a normal distribution by their quantiles, by scikit-learn: outliers lose their weight. They become doubles in their places. What was learned goes on beside the rows.',
  fields: {
    n_estimators: integer({ default: 1000, min: 1, title: 'Quantiles', description: 'No more than rows' }),
    output_distribution: choice(['uniform', 'normal'], { default: 'uniform', title: 'Distribution' }),
    ignore_implicit_zeros: formerField(flag({ default: false })),
    subsample: integer({ default: 100_000, min: 1, title: 'Rows to learn from at most' }),
  },
  examples: [
    {
      name: 'an even distribution',
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
  description:
    'Takes the mean off all columns of numbers, and where asked for divides them by their standard deviation, by scikit-learn. They become doubles in their places. What was learned goes on beside the rows.',
  fields: {
    with_mean: flag({ default: true, title: 'Take off the mean' }),
    with_std: flag({ default: false, title: 'Divide by the standard deviation' }),
  },
  examples: [
    {
      name: 'around the mean, in units of the deviation',
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
  tells: 'Scales',
});

function rangeIn(text: string): readonly [number, number] {
  const [low = NaN, high = NaN, ...more] = text
    .replaceAll(/[()[\]\s]/g, '')
    .split(',')
    .map(Number);
  if (more.length === 0 && low < high) return [low, high];
  throw new FieldError('feature_range', `"feature_range" is "${text}", which is no range`, 'give such as 0,1');
}
