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
    'Splits the rows at random into two outputs so that approximately the chosen fraction of the rows of each value of the key column goes to the first; null is a value of its own. Every row goes to exactly one output. The same seed on the same rows returns the same split.',
  outputs: ['First', 'Second'],
  fields: {
    keyInputCol: column({ required: true, title: 'Key column' }),
    fraction: number({ default: 0.8, min: 0, max: 1, title: 'Fraction of the first output' }),
    seed: long({ default: 0n, title: 'Seed' }),
  },
  unverified: 'Sail samples other rows than Spark for the same seed',
  examples: [
    {
      name: 'sends all rows to the first output for a fraction of 1',
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
      name: 'sends all rows to the second output for a fraction of 0',
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
      name: 'returns two empty outputs for an empty input',
      fields: { keyInputCol: 'k' },
      input: table('k int', []),
      output: [table('k int', []), table('k int', [])],
    },
    {
      name: 'rejects an unknown key column',
      fields: { keyInputCol: 'z' },
      input: table('k int', []),
      error: 'unknown column "z" in field "keyInputCol"',
    },
  ],
  run({ input, schema, fields }) {
    requireColumn(schema, fields.keyInputCol, 'keyInputCol');
    // one share for all strata: Spark's sampleBy then keeps the rows whose draw is below it, whatever their stratum
    const isDrawn = F.call('rand', F.lit(fields.seed)).lt(F.lit(fields.fraction, types.double));
    return { outputs: [input.filter(isDrawn), input.filter(isDrawn.not())] };
  },
});
