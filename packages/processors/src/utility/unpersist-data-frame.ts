import { jsonList } from '@millrace/workflow';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { commaList } from '../kit/text.ts';

export const unpersistDataFrame = processor({
  nodeClass: 'fire.nodes.util.NodeUnpersistDataFrame',
  name: 'Unpersist DataFrame',
  type: 'transform',
  category: 'Utilities/Spark-Performance',
  description: 'Releases the materialized rows of the listed nodes. The input is passed on unchanged.',
  fields: {
    nodeIdsToUnpersist: text({ title: 'Nodes', description: 'IDs of nodes, separated by commas' }),
  },
  examples: [
    {
      name: 'passes on rows and nulls unchanged',
      fields: { nodeIdsToUnpersist: '2, 3' },
      input: table('a int, `b.c` string', [
        [1, null],
        [null, 'é'],
      ]),
      output: table('a int, `b.c` string', [
        [1, null],
        [null, 'é'],
      ]),
      ordered: true,
    },
    { name: 'takes no nodes', input: table('a int, a int', [[1, 2]]), output: table('a int, a int', [[1, 2]]) },
    {
      name: 'passes an empty input on; ignores an unknown node',
      fields: { nodeIdsToUnpersist: '["99"]' },
      input: table('a int', []),
      output: table('a int', []),
    },
  ],
  run({ input, fields }) {
    const ids = fields.nodeIdsToUnpersist ?? '';
    return { outputs: [input], release: jsonList(ids) ?? commaList(ids) };
  },
});
