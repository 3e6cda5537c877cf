import { table } from '../../kit/examples.ts';
import { appliedToBadRows } from './_sklearn-examples.ts';
import { appliedInPython } from '../kit/sklearn-transforming.ts';

const learned = [
  { nodeClass: 'fire.nodes.sklearn.preprocessing.NodeNormalizerFitTransform', fields: { columnsToNormalize: ['x'] } },
] as const;

export const sklearnNormalizerTransform = appliedInPython({
  nodeClass: 'fire.nodes.sklearn.preprocessing.NodeNormalizerFitTransformSklearn',
  name: 'Sklearn Normalizer Transform',
  title: 'scikit-learn normalizer',
  description:
    'Applies the normalizer of scikit-learn of one input to the rows of the other, in any order of the two. The model alone changes the rows that it was made from.',
  examples: [
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('x double', [[1], [3]]),
      output: table('x double', [[1], [1]]),
    },
    {
      name: 'other rows by what was learned',
      after: learned,
      input: [table('x double', [[1], [3]]), table('x int', [[-5], [2]])],
      output: table('x double', [[-1], [1]]),
      ordered: true,
    },
    ...appliedToBadRows(learned),
  ],
});
