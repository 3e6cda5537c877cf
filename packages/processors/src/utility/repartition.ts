import { integer } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const repartition = processor({
  nodeClass: 'fire.nodes.etl.NodeRepartition',
  name: 'Repartition',
  type: 'transform',
  category: 'Utilities/Data-Partition',
  description: 'Deals the rows out to so many partitions, evenly. The rows do not change, their order may.',
  fields: { numPartitions: integer({ required: true, min: 1, title: 'Partitions' }) },
  examples: [
    {
      name: 'rows, nulls and duplicates stay',
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
      name: 'an empty input',
      fields: { numPartitions: '2' },
      input: table('a int, a int', []),
      output: table('a int, a int', []),
    },
    { name: 'their number is needed', input: table('`a.b` int', [[1]]), error: '"numPartitions" is required' },
  ],
  run: ({ input, fields }) => ({
    outputs: [input.repartition(fields.numPartitions)],
    unordered: 'rows are dealt out to partitions',
  }),
});
