import { number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { allNumbers, fittingInPython } from '../kit/sklearn-transforming.ts';

export const sklearnBinarizer = processor({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeBinarizerFitTransform',
  name: 'Sklearn Binarizer',
  type: 'transform',
  category: 'Machine-Learning/ML-Sklearn/PreProcessing',
  description:
    'Makes 1 of all numbers above a threshold and 0 of the others, in all columns of numbers, by scikit-learn. They become doubles in their places.',
  fields: {
    threshold: number({ default: 0, title: 'Threshold' }),
  },
  needs: ['python'],
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
      title: 'scikit-learn binarizer',
      estimator: 'Binarizer',
      parameters: { threshold: fields.threshold },
      features: allNumbers(schema),
    });
  },
});
