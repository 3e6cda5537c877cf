import { flag } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { allNumbers, fittingInPython } from '../kit/sklearn-transforming.ts';

export const sklearnStandardScaler = processor({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeStandardScalarFitTransform',
  name: 'Sklearn StandardScalar',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/PreProcessing',
  description:
    'Takes the mean off all columns of numbers, and where asked for divides them by their standard deviation, by scikit-learn. They become doubles in their places. What was learned goes on beside the rows.',
  fields: {
    with_mean: flag({ default: true, title: 'Take off the mean' }),
    with_std: flag({ default: false, title: 'Divide by the standard deviation' }),
  },
  needs: ['python'],
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
    return fittingInPython(context, {
      title: 'scikit-learn standard scaler',
      estimator: 'StandardScaler',
      parameters: { with_mean: fields.with_mean, with_std: fields.with_std },
      features: allNumbers(schema),
      tells: 'Scales',
    });
  },
});
