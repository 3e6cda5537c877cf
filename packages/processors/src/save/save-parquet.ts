import { flag, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { saveOutcome, savePartitions, saveTarget, writtenAtEnd } from './_saving.ts';

export const saveParquet = processor({
  nodeClass: 'fire.nodes.save.NodeSaveParquet',
  name: 'SaveParquet',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description: `Writes the rows as Parquet files into a folder. ${writtenAtEnd} If a dataset is requested, the results say so; the dataset itself is created on the datasets page.`,
  fields: {
    ...saveTarget,
    ...savePartitions,
    createDataset: flag({ default: false, title: 'Request a dataset', widget: 'array_single' }),
    datasetName: text({ title: 'Dataset name' }),
  },
  examples: [
    {
      name: 'appends by default',
      fields: { path: 'parquetdir' },
      input: table('id int, tags array<string>', [
        [1, ['a', null]],
        [null, null],
      ]),
      output: table('id int, tags array<string>', [
        [1, ['a', null]],
        [null, null],
      ]),
      saves: [{ format: 'parquet', path: 'parquetdir', mode: 'append' }],
    },
    {
      name: 'partitions by columns',
      fields: { path: 'out', saveMode: 'Overwrite', partitionColNames: ['year', 'land'] },
      input: table('year int, land string, v double', [[2024, 'Österreich', 1]]),
      output: table('year int, land string, v double', [[2024, 'Österreich', 1]]),
      saves: [{ format: 'parquet', path: 'out', mode: 'overwrite', partitionBy: ['year', 'land'] }],
      unverified: 'partitioned output',
    },
    {
      name: 'saves no rows too; reads the former overwrite field',
      fields: { path: 'out', overwrite: 'true' },
      input: table('id int', []),
      output: table('id int', []),
      saves: [{ format: 'parquet', path: 'out', mode: 'overwrite' }],
    },
    {
      name: 'rejects two columns with one name',
      fields: { path: 'out' },
      input: table('a int, A int', []),
      error: 'duplicate column "A" in the input',
    },
    {
      name: 'rejects partitioning by all columns',
      fields: { path: 'out', partitionColNames: ['a'] },
      input: table('a int', []),
      error: 'field "partitionColNames" has all columns: at least one column must remain in the files',
    },
  ],
  run(context) {
    const outcome = saveOutcome(context, 'parquet');
    const { createDataset, datasetName, path } = context.fields;
    const request = {
      type: 'text' as const,
      title: 'Dataset',
      text: `"${datasetName ?? path}" is requested as a dataset of the Parquet files in "${path}"`,
    };
    return createDataset ? { ...outcome, results: [request] } : outcome;
  },
});
