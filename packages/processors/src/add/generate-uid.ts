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
    'Adds a LONG column, "uid" by default, of unique numbers that increase in row order (Spark\'s monotonically_increasing_id). They are consecutive within a partition, with gaps between partitions.',
  fields: { outputCol: text({ title: 'New column' }) },
  examples: [
    {
      name: 'counts from 0 on one partition',
      fields: { outputCol: 'id' },
      input: table('name string', [['b']]),
      output: table('name string, id bigint', [['b', 0n]]),
    },
    {
      name: 'names the column "uid" by default; replaces an existing column',
      input: table('uid string, n int', [[null, 1]]),
      output: table('uid bigint, n int', [[0n, 1]]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { outputCol: 'a.id' },
      input: table('a int', []),
      output: table('a int, `a.id` bigint', []),
    },
  ],
  run: ({ input, fields }) => input.withColumn(fields.outputCol ?? 'uid', F.monotonicallyIncreasingId()),
});
