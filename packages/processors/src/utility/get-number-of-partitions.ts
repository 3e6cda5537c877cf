import { functions as F } from '@millrace/spark-connect';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const getNumberOfPartitions = processor({
  nodeClass: 'fire.nodes.util.NodeGetNumberOfPartitions',
  name: 'Number Of Partitions',
  type: 'transform',
  category: 'Utilities/Data-Partition',
  description:
    'Shows the number of Spark partitions that contain rows; empty partitions are not counted. The input is passed on unchanged.',
  fields: {},
  unverified: 'the number of partitions depends on the engine',
  sets: () => 'partitions',
  examples: [
    {
      name: 'counts one partition for one row',
      input: table('a int, a string', [[null, 'x']]),
      output: table('a int, a string', [[null, 'x']]),
      results: [{ type: 'variable', title: 'Number Of Partitions', data: table('partitions bigint', [[1n]]) }],
    },
    {
      name: 'counts no partitions for an empty input',
      input: table('a int', []),
      output: table('a int', []),
      results: [{ type: 'variable', data: table('partitions bigint', [[0n]]) }],
    },
    {
      name: 'passes the rows on in order',
      input: table('`a.b` int', [[3], [1], [2]]),
      output: table('`a.b` int', [[3], [1], [2]]),
      ordered: true,
    },
  ],
  run({ input }) {
    const partition = F.call('spark_partition_id');
    const data = input.select(partition.alias('partition')).distinct().agg(F.count().alias('partitions'));
    return {
      outputs: [input],
      results: [{ type: 'variable', title: 'Number Of Partitions', name: 'partitions', data }],
    };
  },
});
