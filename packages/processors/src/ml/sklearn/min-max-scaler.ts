import { FieldError } from '../../kit/field-error.ts';
import { text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { allNumbers, fittingInPython } from '../kit/sklearn-transforming.ts';

export const sklearnMinMaxScaler = processor({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeMinMaxScalarFitTransform',
  name: 'Sklearn MinMaxScaler',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/PreProcessing',
  description:
    'Brings all columns of numbers into one range, by scikit-learn: the least value of a column becomes its lower end, the greatest its upper end. They become doubles in their places. What was learned goes on beside the rows.',
  fields: {
    feature_range: text({ default: '0,1', title: 'Range', description: 'Its lower and upper end' }),
  },
  needs: ['python'],
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
    {
      name: 'no rows to learn from',
      input: table('x double', []),
      error: 'its input has no rows',
    },
    {
      name: 'a null ends the run',
      input: table('x double', [[1], [null]]),
      error: 'the column "x" is null in 1 of 2 rows',
    },
    {
      name: 'no numbers',
      input: table('note string', [['a']]),
      error: 'its input has no column of numbers',
    },
  ],
  run(context) {
    const { fields, schema } = context;
    const [low, high] = rangeIn(fields.feature_range);
    return fittingInPython(context, {
      title: 'scikit-learn min-max scaler',
      estimator: 'MinMaxScaler',
      parameters: { feature_range: [low, high] },
      features: allNumbers(schema),
      tells: 'Ranges',
    });
  },
});

function rangeIn(text: string): readonly [number, number] {
  const [low = NaN, high = NaN, ...more] = text
    .replaceAll(/[()[\]\s]/g, '')
    .split(',')
    .map(Number);
  if (more.length === 0 && low < high) return [low, high];
  throw new FieldError('feature_range', `"feature_range" is "${text}", which is no range`, 'give such as 0,1');
}
