import { FieldError } from '../kit/field-error.ts';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const registerTempTable = processor({
  nodeClass: 'fire.nodes.etl.NodeRegisterTempTable',
  name: 'Register TempTable',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Gives the input a name under which the SQL of other nodes can read it, without an edge between them: they run after this one. Where several nodes give the same name, SQL reads the last one before it. The input goes on unchanged.',
  fields: { tempTable: text({ required: true, title: 'Table name' }) },
  examples: [
    {
      name: 'the input goes on as it is',
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
      name: 'an empty input too',
      fields: { tempTable: 'nobody' },
      input: table('id int', []),
      output: table('id int', []),
    },
    {
      name: 'a name that SQL cannot write is refused',
      fields: { tempTable: 'my table; drop' },
      input: table('id int', []),
      error: '"tempTable" is "my table; drop", which is no table name',
    },
  ],
  registers: ({ tempTable }) => tempTable.trim(),
  run({ input, fields }) {
    const name = fields.tempTable.trim();
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new FieldError(
        'tempTable',
        `"tempTable" is "${name}", which is no table name`,
        'use letters, digits and _ only',
      );
    return input;
  },
});
