import { integer } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const coalesce = processor({
  nodeClass: 'fire.nodes.etl.NodeCoalesce',
  name: 'Coalesce',
  type: 'transform',
  category: 'Utilities/Data-Partition',
  description:
    'Brings the rows into at most so many partitions by putting whole partitions together. The rows do not change, their order may where there is more than one partition.',
  fields: { numPartitions: integer({ default: 8, min: 1, title: 'Partitions' }) },
  examples: [
    {
      name: 'rows and nulls stay',
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
      name: 'more partitions than rows',
      input: table('`a.b` double', [[NaN]]),
      output: table('`a.b` double', [[NaN]]),
    },
    { name: 'an empty input', input: table('a int, a int', []), output: table('a int, a int', []) },
    {
      name: 'no partitions at all are refused',
      fields: { numPartitions: '0' },
      input: table('a int', []),
      error: 'below the least allowed 1',
    },
  ],
  run: ({ input, fields }) => input.coalesce(fields.numPartitions),
});
