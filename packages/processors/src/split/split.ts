import { long, number } from '../kit/number-fields.ts';
import { processor, unlessSeeded } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const split = processor({
  nodeClass: 'fire.nodes.ml.NodeSplit',
  name: 'Split',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/SplitDataset',
  description:
    'Splits the rows at random into two outputs: approximately the chosen fraction goes to the first, the rest to the second. Every row, whatever its values, goes to exactly one output. The same seed on the same rows returns the same split; without a seed, the seed of the run is used.',
  fields: {
    fraction1: number({ default: 0.8, min: 0, max: 1, title: 'Fraction of the first output' }),
    seed: long({ title: 'Seed', description: 'A whole number; if blank, the seed of the run' }),
  },
  outputs: ['First', 'Second'],
  unverified: 'Sail samples other rows than Spark for the same seed',
  varies: unlessSeeded,
  examples: [
    {
      name: 'sends all rows to the first output for a fraction of 1, nulls and duplicates included',
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
      name: 'sends all rows to the second output for a fraction of 0',
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
      name: 'returns two empty outputs for an empty input',
      fields: { fraction1: '.5' },
      input: table('id int', []),
      output: [table('id int', []), table('id int', [])],
    },
    {
      name: 'rejects a fraction above 1',
      fields: { fraction1: '80' },
      input: table('id int', [[1]]),
      error: 'invalid value "80" for field "fraction1": must be 1 or less',
    },
  ],
  run: ({ input, schema, fields, seed }) => ({
    outputs: input.randomSplit([fields.fraction1, 1 - fields.fraction1], fields.seed ?? seed),
    schemas: [schema, schema],
  }),
});
