import { integer } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const coalesce = processor({
  nodeClass: 'fire.nodes.etl.NodeCoalesce',
  name: 'Coalesce',
  type: 'transform',
  category: 'Utilities/Data-Partition',
  description:
    'Reduces the number of partitions to at most the chosen number by merging entire partitions. The rows do not change, but their order may if there is more than one partition.',
  fields: { numPartitions: integer({ default: 8, min: 1, title: 'Number of partitions' }) },
  examples: [
    {
      name: 'keeps rows and nulls',
      fields: { numPartitions: '1' },
      input: table('a int, b string', [
        [1, 'x'],
        [null, null],
        [1, 'x'],
      ]),
      output: table('a int, b string', [
        [1, 'x'],
        [null, null],
        [1, 'x'],
      ]),
    },
    {
      name: 'takes more partitions than rows',
      input: table('`a.b` double', [[NaN]]),
      output: table('`a.b` double', [[NaN]]),
    },
    { name: 'passes an empty input on', input: table('a int, a int', []), output: table('a int, a int', []) },
    {
      name: 'rejects 0 partitions',
      fields: { numPartitions: '0' },
      input: table('a int', []),
      error: 'must be 1 or greater',
    },
  ],
  run: ({ input, fields }) => input.coalesce(fields.numPartitions),
});
