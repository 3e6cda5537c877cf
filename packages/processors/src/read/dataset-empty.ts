import { types } from '@millrace/spark-connect';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const datasetEmpty = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetEmpty',
  name: 'Empty Dataset',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description: 'Creates a table without columns or rows.',
  fields: {},
  examples: [{ name: 'has no columns and no rows', output: table('', []) }],
  run: ({ session }) => session.createDataFrame([], types.struct([])),
});
