import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';

const learned = [
  { nodeClass: 'fire.nodes.etl.NodeIndexToString', fields: { inputCol: 'i', outputCol: 's', labels: 'low,high' } },
] as const;

export const indexToStringTransform = applied({
  nodeClass: 'fire.nodes.etl.NodeIndexToStringTransform',
  name: 'Index To String Transform',
  title: 'index-to-string model',
  examples: [
    {
      name: 'the same labels',
      after: learned,
      input: [table('i double', [[1]]), table('i double', [[0]])],
      output: table('i double, s string', [[0, 'low']]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('i double', [[1]]),
      output: table('i double, s string', [[1, 'high']]),
    },
    { name: 'no model', input: table('i double', [[1]]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('i double', [[1]]), table('i double', [])],
      output: table('i double, s string', []),
    },
    {
      name: 'a null ends the run',
      after: learned,
      input: [table('i double', [[1]]), table('i double', [[null]])],
      error: 'a row has null in the column "i"',
    },
  ],
});
