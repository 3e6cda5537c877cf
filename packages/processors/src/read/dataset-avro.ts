import { processor } from '../core/processor.ts';
import { readFormat } from '../core/read-format.ts';
import { addInputFileName, inputPath, schemaTab } from '../core/reader-fields.ts';

export const datasetAvro = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetAvro',
  name: 'Read Avro',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description: 'Reads Avro files. Columns and types are those of the files; the declared schema serves the editor alone.',
  fields: { path: inputPath(), addInputFileName: addInputFileName(), ...schemaTab },
  needs: ['avro'],
  examples: [],
  run: ({ fields, ...around }) => readFormat({ path: fields.path, format: 'avro', addInputFileName: fields.addInputFileName }, around),
});
