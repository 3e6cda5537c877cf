import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { invalidValue } from '../kit/field-error.ts';

export const registerTempTable = processor({
  nodeClass: 'fire.nodes.etl.NodeRegisterTempTable',
  name: 'Register TempTable',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Registers the input as a table that the SQL of other nodes can read without an edge between them; those nodes run after this one. If several nodes register the same name, SQL reads the last one before it. The input is passed on unchanged.',
  fields: { tempTable: text({ required: true, title: 'Table name' }) },
  examples: [
    {
      name: 'passes the input on unchanged',
      fields: { tempTable: 'people' },
      input: table('id int, `a.b` string', [
        [1, 'é'],
        [null, null],
      ]),
      output: table('id int, `a.b` string', [
        [1, 'é'],
        [null, null],
      ]),
    },
    {
      name: 'passes an empty input on',
      fields: { tempTable: 'nobody' },
      input: table('id int', []),
      output: table('id int', []),
    },
    {
      name: 'rejects a name that is not an SQL identifier',
      fields: { tempTable: 'my table; drop' },
      input: table('id int', []),
      error: 'invalid value "my table; drop" for field "tempTable": must be a table name',
    },
  ],
  registers: ({ tempTable }) => tempTable.trim(),
  run({ input, fields }) {
    const name = fields.tempTable.trim();
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw invalidValue('tempTable', name, 'must be a table name', 'use only letters, digits and _');
    return input;
  },
});
