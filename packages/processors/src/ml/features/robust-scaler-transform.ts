import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';
import { denseVector } from '../kit/vectors.ts';

const learned = [
  { nodeClass: 'fire.nodes.ml.NodeRobustScaler', fields: { inputCol: 'v', outputCol: 's', withCentering: 'true' } },
] as const;

export const robustScalerTransform = applied({
  nodeClass: 'fire.nodes.ml.NodeRobustScalerTransform',
  formerly: ['fire.nodes.etl.NodeRobustScalerTransform'],
  name: 'Robust Scaler Transform',
  title: 'robust scaler',
  examples: [
    {
      name: 'around the median that others had',
      after: learned,
      input: [
        table('v vector', [[denseVector(0)], [denseVector(2)], [denseVector(4)]]),
        table('v vector', [[denseVector(8)]]),
      ],
      output: table('v vector, s vector', [[denseVector(8), denseVector(1.5)]]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('v vector', [[denseVector(0)], [denseVector(2)], [denseVector(4)]]),
      output: table('v vector, s vector', [
        [denseVector(0), denseVector(-0.5)],
        [denseVector(2), denseVector(0)],
        [denseVector(4), denseVector(0.5)],
      ]),
    },
    { name: 'no model', input: table('v vector', [[denseVector(0)]]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('v vector', [[denseVector(0)], [denseVector(2)], [denseVector(4)]]), table('v vector', [])],
      output: table('v vector, s vector', []),
    },
    {
      name: 'a null ends the run',
      after: learned,
      input: [table('v vector', [[denseVector(0)], [denseVector(2)], [denseVector(4)]]), table('v vector', [[null]])],
      error: 'a row has null in the column "v"',
    },
  ],
});
