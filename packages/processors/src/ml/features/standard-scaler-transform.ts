import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';
import { denseVector } from '../kit/vectors.ts';

const learned = [
  {
    nodeClass: 'fire.nodes.ml.NodeStandardScaler',
    fields: { inputCol: 'v', outputCol: 's', withMean: 'true', withStd: 'false' },
  },
] as const;

export const standardScalerTransform = applied({
  nodeClass: 'fire.nodes.ml.NodeStandardScalerTransform',
  name: 'Standard Scaler Transform',
  title: 'standard scaler',
  group: 'FeatureScaler',
  examples: [
    {
      name: 'around the mean that others had',
      after: learned,
      input: [
        table('v vector', [[denseVector(2)], [denseVector(4)]]),
        table('v vector', [[denseVector(3)], [denseVector(9)]]),
      ],
      output: table('v vector, s vector', [
        [denseVector(3), denseVector(0)],
        [denseVector(9), denseVector(6)],
      ]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('v vector', [[denseVector(2)], [denseVector(4)]]),
      output: table('v vector, s vector', [
        [denseVector(2), denseVector(-1)],
        [denseVector(4), denseVector(1)],
      ]),
    },
    { name: 'no model', input: table('v vector', [[denseVector(2)]]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('v vector', [[denseVector(2)], [denseVector(4)]]), table('v vector', [])],
      output: table('v vector, s vector', []),
    },
    {
      name: 'a null ends the run',
      after: learned,
      input: [table('v vector', [[denseVector(2)], [denseVector(4)]]), table('v vector', [[null]])],
      error: 'a row has null in the column "v"',
    },
  ],
});
