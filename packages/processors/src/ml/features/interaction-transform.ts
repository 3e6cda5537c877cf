import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';
import { denseVector } from '../kit/vectors.ts';

const learned = [
  { nodeClass: 'fire.nodes.etl.NodeInteraction', fields: { inputCols: ['a', 'b'], outputCol: 'p' } },
] as const;

export const interactionTransform = applied({
  nodeClass: 'fire.nodes.etl.NodeInteractionTransform',
  name: 'Interaction Transform',
  title: 'interaction',
  examples: [
    {
      name: 'products of other rows',
      after: learned,
      input: [table('a double, b double', [[2, 3]]), table('a double, b double', [[4, 5]])],
      output: table('a double, b double, p vector', [[4, 5, denseVector(20)]]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('a double, b double', [[2, 3]]),
      output: table('a double, b double, p vector', [[2, 3, denseVector(6)]]),
    },
    { name: 'no model', input: table('a double, b double', [[2, 3]]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('a double, b double', [[2, 3]]), table('a double, b double', [])],
      output: table('a double, b double, p vector', []),
    },
    {
      name: 'a null ends the run',
      after: learned,
      input: [table('a double, b double', [[2, 3]]), table('a double, b double', [[null, null]])],
      error: 'a row has null in the column "a"',
    },
  ],
});
