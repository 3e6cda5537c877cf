import { FieldError } from '../kit/field-error.ts';
import { flag } from '../kit/fields.ts';
import { long, number } from '../kit/number-fields.ts';
import { processor, unlessSeeded } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const sample = processor({
  nodeClass: 'fire.nodes.etl.NodeSample',
  name: 'Sample',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Takes about the given share of the rows at random. With replacement a row may come several times, and the share is how often each comes on average. The same seed on the same rows takes the same ones; without a seed the seed of the run is used.',
  fields: {
    withReplacement: flag({ default: false, title: 'With replacement' }),
    fraction: number({ required: true, min: 0, title: 'Share of the rows' }),
    seed: long({ title: 'Seed', description: 'A whole number; blank: the seed of the run' }),
  },
  unverified: 'Sail draws other rows than Spark for the same seed',
  varies: unlessSeeded,
  examples: [
    {
      name: 'a share of 1 takes every row once, nulls and equal rows too',
      fields: { fraction: '1', seed: '9223372036854775807' },
      input: table('id int, `ü.v` string', [
        [1, 'a'],
        [1, 'a'],
        [null, null],
      ]),
      output: table('id int, `ü.v` string', [
        [1, 'a'],
        [1, 'a'],
        [null, null],
      ]),
    },
    {
      name: 'a share of 0 takes none',
      fields: { fraction: '0', withReplacement: 'true' },
      input: table('id int', [[1], [2]]),
      output: table('id int', []),
    },
    {
      name: 'an empty input stays empty',
      fields: { fraction: '0.5' },
      input: table('id int', []),
      output: table('id int', []),
    },
    {
      name: 'more than all needs replacement',
      fields: { fraction: '1.5' },
      input: table('id int', [[1]]),
      error: '"fraction" is 1.5: without replacement it cannot be above 1',
    },
  ],
  run({ input, fields, seed }) {
    const { fraction, withReplacement } = fields;
    if (fraction > 1 && !withReplacement)
      throw new FieldError(
        'fraction',
        `"fraction" is ${fraction}: without replacement it cannot be above 1`,
        'give a share such as 0.1',
      );
    return input.sample(fraction, { withReplacement, seed: fields.seed ?? seed });
  },
});
