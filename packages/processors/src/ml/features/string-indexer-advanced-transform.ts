import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';

const learned = [
  { nodeClass: 'fire.nodes.ml.NodeStringIndexerAdvanced', fields: { inputCol: 'c', outputCol: 'i' } },
] as const;

export const stringIndexerAdvancedTransform = applied({
  nodeClass: 'fire.nodes.ml.NodeStringIndexerAdvancedTransform',
  formerly: ['fire.nodes.etl.NodeStringIndexerTransform'],
  name: 'String Indexer Advanced Transform',
  title: 'string indexer',
  examples: [
    {
      name: 'the numbers that values had among others',
      after: learned,
      input: [table('c string', [['a'], ['b'], ['b']]), table('c string', [['a']])],
      output: table('c string, i double', [['a', 1]]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('c string', [['a'], ['b'], ['b']]),
      output: table('c string, i double', [
        ['a', 1],
        ['b', 0],
        ['b', 0],
      ]),
    },
    { name: 'no model', input: table('c string', [['a']]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('c string', [['a'], ['b'], ['b']]), table('c string', [])],
      output: table('c string, i double', []),
    },
    {
      name: 'a null ends the run',
      after: learned,
      input: [table('c string', [['a'], ['b'], ['b']]), table('c string', [[null]])],
      error: 'a row has null in the column "c"',
    },
  ],
});
