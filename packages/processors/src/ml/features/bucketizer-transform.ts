import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';

const learned = [
  { nodeClass: 'fire.nodes.etl.NodeBucketizer', fields: { inputCol: 'x', outputCol: 'b', splits: '-inf,0,inf' } },
] as const;

export const bucketizerTransform = applied({
  nodeClass: 'fire.nodes.etl.NodeBucketizerTransform',
  name: 'Bucketizer Transform',
  title: 'bucketizer',
  examples: [
    {
      name: 'the same bounds',
      after: learned,
      input: [table('x double', [[1]]), table('x double', [[-1], [2]])],
      output: table('x double, b double', [
        [-1, 0],
        [2, 1],
      ]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('x double', [[1]]),
      output: table('x double, b double', [[1, 1]]),
    },
    { name: 'no model', input: table('x double', [[1]]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('x double', [[1]]), table('x double', [])],
      output: table('x double, b double', []),
    },
    {
      name: 'a null',
      after: learned,
      input: [table('x double', [[1]]), table('x double', [[null]])],
      output: table('x double, b double', [[null, null]]),
    },
  ],
});
