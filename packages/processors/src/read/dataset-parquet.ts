import { processor } from '../core/processor.ts';
import { readFormat } from '../core/read-format.ts';
import { addInputFileName, designSample, inputPath, schemaTab } from '../core/reader-fields.ts';

export const datasetParquet = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetParquet',
  name: 'Read Parquet',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads Parquet files. Columns and types are those of the files, and of folders named column=value; the declared schema serves the editor alone.',
  fields: { path: inputPath(), addInputFileName: addInputFileName(), ...schemaTab, ...designSample },
  examples: [],
  run: ({ fields, ...around }) => readFormat({ path: fields.path, format: 'parquet', addInputFileName: fields.addInputFileName }, around),
});
