import { functions as F } from '@millrace/spark-connect';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const generateUuid = processor({
  nodeClass: 'fire.nodes.etl.NodeGenerateUUID',
  name: 'Generate UUID',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Adds a text column with a random UUID in every row, different in every run; "uuid" where no name is given.',
  fields: { outputCol: text({ title: 'New column' }) },
  examples: [
    {
      name: 'an empty input has the new column',
      fields: { outputCol: 'key' },
      input: table('a int', []),
      output: table('a int, key string', []),
    },
    {
      name: 'without a name the column is "uuid"; one that is there is replaced in its place',
      input: table('uuid int, `a.b` int', []),
      output: table('uuid string, `a.b` int', []),
    },
  ],
  run: ({ input, fields }) => input.withColumn(fields.outputCol ?? 'uuid', F.call('uuid')),
});
