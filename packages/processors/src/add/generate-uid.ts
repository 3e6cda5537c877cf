import { functions as F } from '@millrace/spark-connect';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const generateUid = processor({
  nodeClass: 'fire.nodes.etl.NodeGenerateUID',
  name: 'Generate UID',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Adds a LONG column of unique numbers that grow in row order (Spark\'s monotonically_increasing_id); "uid" where no name is given. They follow each other within a partition and jump between partitions.',
  fields: { outputCol: text({ title: 'New column' }) },
  examples: [
    {
      name: 'on one partition they count from 0',
      fields: { outputCol: 'id' },
      input: table('name string', [['b']]),
      output: table('name string, id bigint', [['b', 0n]]),
    },
    {
      name: 'without a name the column is "uid"; one that is there is replaced',
      input: table('uid string, n int', [[null, 1]]),
      output: table('uid bigint, n int', [[0n, 1]]),
    },
    {
      name: 'an empty input has the new column',
      fields: { outputCol: 'a.id' },
      input: table('a int', []),
      output: table('a int, `a.id` bigint', []),
    },
  ],
  run: ({ input, fields }) => input.withColumn(fields.outputCol ?? 'uid', F.monotonicallyIncreasingId()),
});
