import { integer } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const repartition = processor({
  nodeClass: 'fire.nodes.etl.NodeRepartition',
  name: 'Repartition',
  type: 'transform',
  category: 'Utilities/Data-Partition',
  description:
    'Distributes the rows evenly over the chosen number of partitions. The rows do not change, but their order may.',
  fields: { numPartitions: integer({ required: true, min: 1, title: 'Number of partitions' }) },
  examples: [
    {
      name: 'keeps rows, nulls and duplicates',
      fields: { numPartitions: '3' },
      input: table('a int, b string', [
        [1, 'x'],
        [null, null],
        [1, 'x'],
        [2, 'é'],
      ]),
      output: table('a int, b string', [
        [1, 'x'],
        [null, null],
        [1, 'x'],
        [2, 'é'],
      ]),
    },
    {
      name: 'passes an empty input on',
      fields: { numPartitions: '2' },
      input: table('a int, a int', []),
      output: table('a int, a int', []),
    },
    {
      name: 'requires the number of partitions',
      input: table('`a.b` int', [[1]]),
      error: 'field "numPartitions" is required',
    },
  ],
  run: ({ input, fields }) => ({
    outputs: [input.repartition(fields.numPartitions)],
    unordered: 'rows are distributed over partitions',
  }),
});
