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
  description:
    'Tells the engine that the kept rows of the named nodes are no longer needed. The input goes on unchanged.',
  fields: {
    nodeIdsToUnpersist: text({ title: 'Nodes', description: 'Ids of nodes, with commas between' }),
  },
  examples: [
    {
      name: 'rows and nulls go on as they are',
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
    { name: 'no node named', input: table('a int, a int', [[1, 2]]), output: table('a int, a int', [[1, 2]]) },
    {
      name: 'an empty input; a node that is not there is not missed',
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
