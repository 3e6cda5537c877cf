import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';
import { denseVector } from '../kit/vectors.ts';

const learned = [
  { nodeClass: 'fire.nodes.etl.NodeNormalizer', fields: { inputCol: 'v', outputCol: 'n', p: '1' } },
] as const;

export const normalizerTransform = applied({
  nodeClass: 'fire.nodes.etl.NodeNormalizerTransform',
  name: 'Normalizer Transform',
  title: 'normalizer',
  examples: [
    {
      name: 'other rows with the same norm',
      after: learned,
      input: [table('v vector', [[denseVector(1, 3)]]), table('v vector', [[denseVector(2, 2)]])],
      output: table('v vector, n vector', [[denseVector(2, 2), denseVector(0.5, 0.5)]]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('v vector', [[denseVector(1, 3)]]),
      output: table('v vector, n vector', [[denseVector(1, 3), denseVector(0.25, 0.75)]]),
    },
    { name: 'no model', input: table('v vector', [[denseVector(1, 3)]]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('v vector', [[denseVector(1, 3)]]), table('v vector', [])],
      output: table('v vector, n vector', []),
    },
    {
      name: 'a null ends the run',
      after: learned,
      input: [table('v vector', [[denseVector(1, 3)]]), table('v vector', [[null]])],
      error: 'a row has null in the column "v"',
    },
  ],
});
