import { flag, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { saveOutcome, savePartitions, saveTarget } from './_saving.ts';

export const saveParquet = processor({
  nodeClass: 'fire.nodes.save.NodeSaveParquet',
  name: 'SaveParquet',
  type: 'transform',
  category: 'Data-Connectors/Output/Structured-Files',
  description:
    'Writes the rows as Parquet files into a folder. The target changes only when the whole run has ended well. The input goes on unchanged. Asked to make a dataset, it says so in the results; the dataset itself is made where datasets are kept.',
  fields: {
    ...saveTarget,
    ...savePartitions,
    createDataset: flag({ default: false, title: 'Make a dataset of it', widget: 'array_single' }),
    datasetName: text({ title: 'Name of the dataset' }),
  },
  examples: [
    {
      name: 'a path is enough',
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
      name: 'folders by columns',
      fields: { path: 'out', saveMode: 'Overwrite', partitionColNames: ['year', 'land'] },
      input: table('year int, land string, v double', [[2024, 'Österreich', 1]]),
      output: table('year int, land string, v double', [[2024, 'Österreich', 1]]),
      saves: [{ format: 'parquet', path: 'out', mode: 'overwrite', partitionBy: ['year', 'land'] }],
      unverified: 'folders by column',
    },
    {
      name: 'no rows are saved too; the old word for Overwrite',
      fields: { path: 'out', overwrite: 'true' },
      input: table('id int', []),
      output: table('id int', []),
      saves: [{ format: 'parquet', path: 'out', mode: 'overwrite' }],
    },
    {
      name: 'two columns of one name cannot be saved',
      fields: { path: 'out' },
      input: table('a int, A int', []),
      error: 'the input has the column "A" more than once',
    },
    {
      name: 'a column must be left for the files',
      fields: { path: 'out', partitionColNames: ['a'] },
      input: table('a int', []),
      error: 'all columns name folders',
    },
  ],
  run(context) {
    const outcome = saveOutcome(context, 'parquet');
    const { createDataset, datasetName, path } = context.fields;
    const request = {
      type: 'text' as const,
      title: 'Dataset',
      text: `"${datasetName ?? path}" is wanted as a dataset of the Parquet files in "${path}"`,
    };
    return createDataset ? { ...outcome, results: [request] } : outcome;
  },
});
