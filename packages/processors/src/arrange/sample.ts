import { flag } from '../kit/fields.ts';
import { long, number } from '../kit/number-fields.ts';
import { processor, unlessSeeded } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { invalidValue } from '../kit/field-error.ts';

export const sample = processor({
  nodeClass: 'fire.nodes.etl.NodeSample',
  name: 'Sample',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Samples a fraction of the rows at random. With replacement, a row can be sampled several times, and the fraction is the expected number of times. The same seed on the same rows returns the same sample; without a seed, the seed of the run is used.',
  fields: {
    withReplacement: flag({ default: false, title: 'With replacement' }),
    fraction: number({ required: true, min: 0, title: 'Fraction' }),
    seed: long({ title: 'Seed', description: 'A whole number; if blank, the seed of the run' }),
  },
  unverified: 'Sail samples other rows than Spark for the same seed',
  varies: unlessSeeded,
  examples: [
    {
      name: 'samples every row once for a fraction of 1, nulls and duplicates included',
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
      name: 'samples no rows for a fraction of 0',
      fields: { fraction: '0', withReplacement: 'true' },
      input: table('id int', [[1], [2]]),
      output: table('id int', []),
    },
    {
      name: 'keeps an empty input empty',
      fields: { fraction: '0.5' },
      input: table('id int', []),
      output: table('id int', []),
    },
    {
      name: 'rejects a fraction above 1 without replacement',
      fields: { fraction: '1.5' },
      input: table('id int', [[1]]),
      error: 'invalid value "1.5" for field "fraction": must be 1 or less without replacement',
    },
  ],
  run({ input, fields, seed }) {
    const { fraction, withReplacement } = fields;
    if (fraction > 1 && !withReplacement)
      throw invalidValue(
        'fraction',
        String(fraction),
        'must be 1 or less without replacement',
        'enter a fraction such as 0.1',
      );
    return input.sample(fraction, { withReplacement, seed: fields.seed ?? seed });
  },
});
