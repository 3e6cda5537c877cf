import { types } from '@millrace/spark-connect';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const datasetEmpty = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetEmpty',
  name: 'Empty Dataset',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description: 'A table without columns and without rows.',
  fields: {},
  examples: [{ name: 'no columns, no rows', output: table('', []) }],
  run: ({ session }) => session.createDataFrame([], types.struct([])),
});
