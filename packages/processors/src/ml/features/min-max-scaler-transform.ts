import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';
import { denseVector } from '../kit/vectors.ts';

const learned = [{ nodeClass: 'fire.nodes.ml.NodeMinMaxScaler', fields: { inputCol: 'v', outputCol: 's' } }] as const;

export const minMaxScalerTransform = applied({
  nodeClass: 'fire.nodes.ml.NodeMinMaxScalerTransform',
  formerly: ['fire.nodes.etl.NodeMinMaxScalerTransform'],
  name: 'Min Max Scaler Transform',
  title: 'min-max scaler',
  group: 'FeatureScaler',
  examples: [
    {
      name: 'the bounds that others had; greater values lie outside of them',
      after: learned,
      input: [
        table('v vector', [[denseVector(0)], [denseVector(10)]]),
        table('v vector', [[denseVector(5)], [denseVector(20)]]),
      ],
      output: table('v vector, s vector', [
        [denseVector(5), denseVector(0.5)],
        [denseVector(20), denseVector(2)],
      ]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('v vector', [[denseVector(0)], [denseVector(10)]]),
      output: table('v vector, s vector', [
        [denseVector(0), denseVector(0)],
        [denseVector(10), denseVector(1)],
      ]),
    },
    { name: 'no model', input: table('v vector', [[denseVector(0)]]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('v vector', [[denseVector(0)], [denseVector(10)]]), table('v vector', [])],
      output: table('v vector, s vector', []),
    },
    {
      name: 'a null ends the run',
      after: learned,
      input: [table('v vector', [[denseVector(0)], [denseVector(10)]]), table('v vector', [[null]])],
      error: 'a row has null in the column "v"',
    },
  ],
});
