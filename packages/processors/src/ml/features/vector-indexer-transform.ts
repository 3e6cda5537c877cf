import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';
import { denseVector } from '../kit/vectors.ts';

const learned = [{ nodeClass: 'fire.nodes.ml.NodeVectorIndexer', fields: { inputCol: 'v', outputCol: 'w' } }] as const;

export const vectorIndexerTransform = applied({
  nodeClass: 'fire.nodes.ml.NodeVectorIndexerTransform',
  formerly: ['fire.nodes.etl.NodeVectorIndexerTransform'],
  name: 'Vector Indexer Transform',
  title: 'vector indexer',
  examples: [
    {
      name: 'the values that others had',
      after: learned,
      input: [
        table('v vector', [[denseVector(-1)], [denseVector(4)]]),
        table('v vector, n int', [[denseVector(4), 1]]),
      ],
      output: table('v vector, n int, w vector', [[denseVector(4), 1, denseVector(1)]]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('v vector', [[denseVector(-1)], [denseVector(4)]]),
      output: table('v vector, w vector', [
        [denseVector(-1), denseVector(0)],
        [denseVector(4), denseVector(1)],
      ]),
    },
    {
      name: 'no model',
      input: table('v vector', [[denseVector(-1)]]),
      error: 'none of its inputs brings a model',
    },
    {
      name: 'an empty input',
      after: learned,
      input: [table('v vector', [[denseVector(-1)], [denseVector(4)]]), table('v vector, n int', [])],
      output: table('v vector, n int, w vector', []),
    },
    {
      name: 'a null ends the run',
      after: learned,
      input: [table('v vector', [[denseVector(-1)], [denseVector(4)]]), table('v vector, n int', [[null, null]])],
      error: 'a row has null in the column "v"',
    },
  ],
});
