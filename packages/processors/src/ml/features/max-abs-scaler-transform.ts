import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';
import { denseVector } from '../kit/vectors.ts';

const learned = [{ nodeClass: 'fire.nodes.ml.NodeMaxAbsScaler', fields: { inputCol: 'v', outputCol: 's' } }] as const;

export const maxAbsScalerTransform = applied({
  nodeClass: 'fire.nodes.ml.NodeMaxAbsScalerTransform',
  formerly: ['fire.nodes.etl.NodeMaxAbsScalerTransform'],
  name: 'MaxAbs Scaler Transform',
  title: 'max-abs scaler',
  examples: [
    {
      name: 'divided by the greatest that others had',
      after: learned,
      input: [table('v vector', [[denseVector(-4)], [denseVector(2)]]), table('v vector', [[denseVector(1)]])],
      output: table('v vector, s vector', [[denseVector(1), denseVector(0.25)]]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('v vector', [[denseVector(-4)], [denseVector(2)]]),
      output: table('v vector, s vector', [
        [denseVector(-4), denseVector(-1)],
        [denseVector(2), denseVector(0.5)],
      ]),
    },
    { name: 'no model', input: table('v vector', [[denseVector(-4)]]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('v vector', [[denseVector(-4)], [denseVector(2)]]), table('v vector', [])],
      output: table('v vector, s vector', []),
    },
    {
      name: 'a null ends the run',
      after: learned,
      input: [table('v vector', [[denseVector(-4)], [denseVector(2)]]), table('v vector', [[null]])],
      error: 'a row has null in the column "v"',
    },
  ],
});
