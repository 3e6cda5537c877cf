import { long, number } from '../kit/number-fields.ts';
import { processor, unlessSeeded } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const split = processor({
  nodeClass: 'fire.nodes.ml.NodeSplit',
  name: 'Split',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/SplitDataset',
  description:
    'Splits the rows at random into two outputs: about the given share goes to the first, the rest to the second. Every row, whatever its values, lands in exactly one. The same seed on the same rows gives the same split; without a seed the seed of the run is used.',
  fields: {
    fraction1: number({ default: 0.8, min: 0, max: 1, title: 'Share of the first output' }),
    seed: long({ title: 'Seed', description: 'A whole number; blank: the seed of the run' }),
  },
  outputs: ['First', 'Second'],
  unverified: 'Sail draws other rows than Spark for the same seed',
  varies: unlessSeeded,
  examples: [
    {
      name: 'a share of 1 gives everything to the first output, nulls and equal rows too',
      fields: { fraction1: '1', seed: '-8872432187623512345' },
      input: table('id int, name string', [
        [1, 'a'],
        [1, 'a'],
        [null, null],
      ]),
      output: [
        table('id int, name string', [
          [1, 'a'],
          [1, 'a'],
          [null, null],
        ]),
        table('id int, name string', []),
      ],
    },
    {
      name: 'a share of 0 gives everything to the second output',
      fields: { fraction1: '0' },
      input: table('`a.b` int, `ü` string', [
        [1, 'x'],
        [2, null],
      ]),
      output: [
        table('`a.b` int, `ü` string', []),
        table('`a.b` int, `ü` string', [
          [1, 'x'],
          [2, null],
        ]),
      ],
    },
    {
      name: 'an empty input gives two empty outputs',
      fields: { fraction1: '.5' },
      input: table('id int', []),
      output: [table('id int', []), table('id int', [])],
    },
    {
      name: 'a share above 1 is refused',
      fields: { fraction1: '80' },
      input: table('id int', [[1]]),
      error: '"fraction1" is 80, above the most allowed 1',
    },
  ],
  run: ({ input, schema, fields, seed }) => ({
    outputs: input.randomSplit([fields.fraction1, 1 - fields.fraction1], fields.seed ?? seed),
    schemas: [schema, schema],
  }),
});
