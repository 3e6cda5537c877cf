import { choice } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const cacheDataFrame = processor({
  nodeClass: 'fire.nodes.util.NodeCacheDataFrame',
  name: 'Cache Data Frame',
  type: 'transform',
  category: 'Utilities/Spark-Performance',
  description:
    'Has the engine materialize the rows once for all later nodes. The rows and their order do not change; at NONE, nothing is materialized.',
  fields: {
    storageLevel: choice(
      [
        'NONE',
        'DISK_ONLY',
        'DISK_ONLY_2',
        'MEMORY_ONLY',
        'MEMORY_ONLY_2',
        'MEMORY_ONLY_SER',
        'MEMORY_ONLY_SER_2',
        'MEMORY_AND_DISK',
        'MEMORY_AND_DISK_2',
        'MEMORY_AND_DISK_SER',
        'MEMORY_AND_DISK_SER_2',
        'OFF_HEAP',
      ],
      { default: 'MEMORY_AND_DISK', title: 'Storage level' },
    ),
  },
  examples: [
    {
      name: 'passes on rows, nulls and duplicate names unchanged',
      input: table('a int, a string', [
        [2, 'x'],
        [1, null],
      ]),
      output: table('a int, a string', [
        [2, 'x'],
        [1, null],
      ]),
      ordered: true,
    },
    {
      name: 'materializes nothing at NONE',
      fields: { storageLevel: 'NONE' },
      input: table('`a.b` double', [[NaN]]),
      output: table('`a.b` double', [[NaN]]),
    },
    {
      name: 'passes an empty input on',
      fields: { storageLevel: 'DISK_ONLY' },
      input: table('d date', []),
      output: table('d date', []),
    },
  ],
  run: ({ input, fields }) => ({
    outputs: [input],
    ...(fields.storageLevel === 'NONE' ? {} : { keep: fields.storageLevel }),
  }),
});
