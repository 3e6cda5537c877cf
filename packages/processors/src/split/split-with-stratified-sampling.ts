import { functions as F, types } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { column } from '../kit/fields.ts';
import { long, number } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const splitWithStratifiedSampling = processor({
  nodeClass: 'fire.nodes.util.SplitWithStratifiedSampling',
  name: 'Split With Stratified Sampling',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/SplitDataset',
  description:
    'Splits the rows at random into two outputs, so that about the given share of the rows of each value of the key column goes to the first; null is a value of its own. Every row lands in exactly one. The same seed on the same rows gives the same split.',
  outputs: ['First', 'Second'],
  fields: {
    keyInputCol: column({ required: true, title: 'Key column' }),
    fraction: number({ default: 0.8, min: 0, max: 1, title: 'Share of the first output' }),
    seed: long({ default: 0n, title: 'Seed' }),
  },
  unverified: 'Sail draws other rows than Spark for the same seed',
  examples: [
    {
      name: 'a share of 1 gives everything to the first output',
      fields: { keyInputCol: 'k', fraction: '1' },
      input: table('k string, n int', [
        ['a', 1],
        ['a', 1],
        [null, 2],
      ]),
      output: [
        table('k string, n int', [
          ['a', 1],
          ['a', 1],
          [null, 2],
        ]),
        table('k string, n int', []),
      ],
    },
    {
      name: 'a share of 0 gives everything to the second',
      fields: { keyInputCol: 'a.b', fraction: '0', seed: '-8872432187623512345' },
      input: table('`a.b` int, `ü` int', [
        [1, 2],
        [null, null],
      ]),
      output: [
        table('`a.b` int, `ü` int', []),
        table('`a.b` int, `ü` int', [
          [1, 2],
          [null, null],
        ]),
      ],
    },
    {
      name: 'an empty input gives two empty outputs',
      fields: { keyInputCol: 'k' },
      input: table('k int', []),
      output: [table('k int', []), table('k int', [])],
    },
    {
      name: 'a key that is not there is named',
      fields: { keyInputCol: 'z' },
      input: table('k int', []),
      error: '"keyInputCol" names the column "z"',
    },
  ],
  run({ input, schema, fields }) {
    requireColumn(schema, fields.keyInputCol, 'keyInputCol');
    // one share for all strata: Spark's sampleBy then keeps the rows whose draw is below it, whatever their stratum
    const drawn = F.call('rand', F.lit(fields.seed)).lt(F.lit(fields.fraction, types.double));
    return { outputs: [input.filter(drawn), input.filter(drawn.not())] };
  },
});
