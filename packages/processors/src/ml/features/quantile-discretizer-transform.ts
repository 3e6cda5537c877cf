import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';

const learned = [
  { nodeClass: 'fire.nodes.ml.NodeQuantileDiscretizer', fields: { inputCol: 'x', outputCol: 'b' } },
] as const;

export const quantileDiscretizerTransform = applied({
  nodeClass: 'fire.nodes.ml.NodeQuantileDiscretizerTransform',
  name: 'Quantile Discretizer Transform',
  title: 'quantile discretizer',
  examples: [
    {
      name: 'the bounds that others had',
      after: learned,
      input: [table('x double', [[1], [2], [3], [4]]), table('x double', [[-50], [2.5]])],
      output: table('x double, b double', [
        [-50, 0],
        [2.5, 1],
      ]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('x double', [[1], [2], [3], [4]]),
      output: table('x double, b double', [
        [1, 0],
        [2, 1],
        [3, 1],
        [4, 1],
      ]),
    },
    { name: 'no model', input: table('x double', [[1]]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('x double', [[1], [2], [3], [4]]), table('x double', [])],
      output: table('x double, b double', []),
    },
    {
      name: 'a null',
      after: learned,
      input: [table('x double', [[1], [2], [3], [4]]), table('x double', [[null]])],
      output: table('x double, b double', [[null, null]]),
    },
  ],
});
