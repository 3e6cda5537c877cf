import { table } from '../../kit/examples.ts';
import { appliedToBadRows } from './_sklearn-examples.ts';
import { appliedInPython } from '../kit/sklearn-transforming.ts';

const learned = [{ nodeClass: 'fire.nodes.sklearn.preprocessing.NodeStandardScalarFitTransform', fields: {} }] as const;

export const sklearnStandardScalerInverse = appliedInPython({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeStandardScalerInverseTransform',
  name: 'Standard Scaler Inverse Transform',
  title: 'scikit-learn standard scaler',
  inverse: true,
  description:
    'Takes back what the standard scaler of scikit-learn of one input did, in the rows of the other, in any order of the two: the numbers are again as they were. The model alone does so in its own rows.',
  examples: [
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('x double', [[1], [3]]),
      output: table('x double', [[1], [3]]),
    },
    {
      name: 'other rows by what was learned',
      after: learned,
      input: [table('x double', [[1], [3]]), table('x double', [[0], [5]])],
      output: table('x double', [[2], [7]]),
      ordered: true,
    },
    ...appliedToBadRows(learned),
  ],
});
