import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { readFormat } from './_read-format.ts';
import { addInputFileName, designSample, inputPath, designSchemaTab } from './_reader-fields.ts';
import { parquetEmpty, parquetNanoseconds, parquetNested, parquetRows, parquetSameNames } from './_sample-files.ts';

export const datasetParquet = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetParquet',
  name: 'Read Parquet',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Reads Parquet files. Columns and types come from the files and from partition folders named column=value; the declared schema is used only by the editor.',
  fields: { path: inputPath(), addInputFileName: addInputFileName(), ...designSchemaTab, ...designSample },
  examples: [
    {
      name: 'reads columns, types and nulls from the file, and names with Unicode and spaces',
      fields: { path: 'a.parquet' },
      files: { 'a.parquet': parquetRows },
      output: table('id int, `näme` string, `x y` double', [
        [1, 'ü', 0.5],
        [null, null, null],
      ]),
    },
    {
      name: 'reads lists and a name with a dot; ignores the declared schema',
      fields: { path: 'in', outputColNames: ['other'], outputColTypes: ['STRING'] },
      files: { 'in/part-0.parquet': parquetNested, 'in/_SUCCESS': '' },
      output: table('`a.b` bigint, l array<string>', [[1n, ['x', null]]]),
    },
    {
      name: 'a file without rows keeps its columns',
      fields: { path: '*.parquet' },
      files: { 'a.parquet': parquetEmpty },
      output: table('id int', []),
    },
    {
      name: 'adds the file name of each row on request',
      fields: { path: 'in', addInputFileName: 'true' },
      files: { 'in/a b.parquet': parquetNested },
      output: table('`a.b` bigint, l array<string>, input_file_name string', [[1n, ['x', null], 'in/a b.parquet']]),
      unverified: 'input file names',
    },
    {
      name: 'folders named column=value add a column',
      fields: { path: 'in' },
      files: { 'in/k=1/a.parquet': parquetEmpty, 'in/k=2/b.parquet': parquetEmpty },
      output: table('id int, k int', []),
      unverified: 'partition columns in folder names',
    },
    {
      name: 'reads timestamps in nanoseconds, as pandas writes them, to the microsecond',
      fields: { path: 'a.parquet' },
      files: { 'a.parquet': parquetNanoseconds },
      output: table('id int, t timestamp_ntz, u timestamp', [
        [1, '2024-02-29T10:00:00', '2024-02-29T10:00:00Z'],
        [2, '1969-12-31T23:59:59.999999', null],
      ]),
      unverified: 'timestamps in nanoseconds',
    },
    {
      name: 'rejects column names that differ only in case',
      fields: { path: 'a.parquet' },
      files: { 'a.parquet': parquetSameNames },
      error: 'columns "id" and "ID" in path "a.parquet" differ only in case',
    },
    {
      name: 'warns about files whose columns differ from the first',
      fields: { path: 'in' },
      files: { 'in/a.parquet': parquetEmpty, 'in/b.parquet': parquetNested },
      output: table('id int', [[null]]),
      warnings: ['column "a.b" is missing from the first file'],
      unverified: 'files with different schemas',
    },
  ],
  run: ({ fields, ...context }) =>
    readFormat({ path: fields.path, format: 'parquet', addInputFileName: fields.addInputFileName }, context),
});
