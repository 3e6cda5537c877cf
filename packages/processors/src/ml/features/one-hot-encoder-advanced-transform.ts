import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';
import { sparseVector } from '../kit/vectors.ts';

const learned = [
  { nodeClass: 'fire.nodes.ml.NodeOneHotEncoderAdvanced', fields: { inputCol: 'i', outputCol: 'v' } },
] as const;

export const oneHotEncoderAdvancedTransform = applied({
  nodeClass: 'fire.nodes.ml.NodeOneHotEncoderAdvancedTransform',
  formerly: ['fire.nodes.etl.NodeOneHotEncoderTransform'],
  name: 'One Hot Encoder Advanced Transform',
  title: 'one-hot encoder',
  examples: [
    {
      name: 'as many places as others had',
      after: learned,
      input: [table('i double', [[0], [1], [2]]), table('i double', [[1]])],
      output: table('i double, v vector', [[1, sparseVector(2, [1], [1])]]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('i double', [[0], [1], [2]]),
      output: table('i double, v vector', [
        [0, sparseVector(2, [0], [1])],
        [1, sparseVector(2, [1], [1])],
        [2, sparseVector(2, [], [])],
      ]),
    },
    { name: 'no model', input: table('i double', [[0]]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('i double', [[0], [1], [2]]), table('i double', [])],
      output: table('i double, v vector', []),
    },
    {
      name: 'a null ends the run',
      after: learned,
      input: [table('i double', [[0], [1], [2]]), table('i double', [[null]])],
      error: 'a row has null in the column "i"',
    },
  ],
});
