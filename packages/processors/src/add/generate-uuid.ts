import { functions as F } from '@millrace/spark-connect';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const generateUuid = processor({
  nodeClass: 'fire.nodes.etl.NodeGenerateUUID',
  name: 'Generate UUID',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description: 'Adds a string column, "uuid" by default, with a random UUID in every row, different in every run.',
  fields: { outputCol: text({ title: 'New column' }) },
  examples: [
    {
      name: 'adds the new column to an empty input',
      fields: { outputCol: 'key' },
      input: table('a int', []),
      output: table('a int, key string', []),
    },
    {
      name: 'names the column "uuid" by default; replaces an existing column in place',
      input: table('uuid int, `a.b` int', []),
      output: table('uuid string, `a.b` int', []),
    },
  ],
  run: ({ input, fields }) => input.withColumn(fields.outputCol ?? 'uuid', F.call('uuid')),
});
