import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { readFormat } from './_read-format.ts';
import { addInputFileName, inputPath, designSchemaTab } from './_reader-fields.ts';
import { avroEmpty, avroNested, avroRows } from './_sample-files.ts';

export const datasetAvro = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetAvro',
  name: 'Read Avro',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads Avro files. Columns and types come from the files; the declared schema is used only by the editor.',
  fields: { path: inputPath(), addInputFileName: addInputFileName(), ...designSchemaTab },
  examples: [
    {
      name: 'reads columns, types and nulls from the file',
      fields: { path: 'a.avro' },
      files: { 'a.avro': avroRows },
      output: table('id int, name string, x double', [
        [1, 'ü', 0.5],
        [null, null, null],
      ]),
    },
    {
      name: 'reads nested values from a folder',
      fields: { path: 'in' },
      files: { 'in/a.avro': avroNested },
      output: table('l array<string>, s struct<y:bigint>', [[['x', null], { y: 1n }]]),
    },
    {
      name: 'a file without rows keeps its columns',
      fields: { path: '*.avro' },
      files: { 'a.avro': avroEmpty },
      output: table('id int', []),
    },
  ],
  run: ({ fields, ...context }) =>
    readFormat({ path: fields.path, format: 'avro', addInputFileName: fields.addInputFileName }, context),
});
