import { list } from '../kit/list-fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { sql } from '../kit/fields.ts';
import type { Field } from '../contract/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const names = list({ title: 'Table names', description: 'One for each input, in order' });
const maxInputs = 8;

/** Older files have a field for each name: `tempTable1`, `tempTable2`, … */
const tempTables: Field<readonly string[]> = {
  specs: names.specs,
  read(name, stored) {
    const listed = names.read(name, stored);
    return Array.from(
      { length: maxInputs },
      (_, i) => listed[i]?.trim() || stored.text(`tempTable${i + 1}`)?.trim() || `fire_temp_table${i + 1}`,
    );
  },
};

export const joinUsingSql = processor({
  nodeClass: 'fire.nodes.etl.NodeJoinUsingSQL',
  name: 'Join Using SQL',
  type: 'join',
  category: 'Data-Preparation/Join-Union',
  description:
    'Runs a Spark SQL query over its inputs, which are available under the table names in the order of the inputs (by default `fire_temp_table1`, `fire_temp_table2` and so on). The result of the query is the output.',
  inputNames: ['multiInput'],
  fields: {
    tempTables,
    sql: sql({ title: 'SQL', description: 'The query' }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'runs a right outer join on two columns; nulls match nothing',
      fields: {
        tempTable1: 'fire_temp_table1',
        tempTable2: 'fire_temp_table2',
        sql: 'select a.c1, a.c2, b.c3 from fire_temp_table1 a RIGHT OUTER JOIN fire_temp_table2 b ON (a.c1 = b.c1 and a.c2 = b.c2)',
      },
      input: [
        table('c1 double, c2 double', [
          [1, 1],
          [1, null],
          [2, 2],
        ]),
        table('c1 double, c2 double, c3 string', [
          [1, 1, 'x'],
          [1, null, 'y'],
          [3, 3, 'é'],
        ]),
      ],
      output: table('c1 double, c2 double, c3 string', [
        [1, 1, 'x'],
        [null, null, 'y'],
        [null, null, 'é'],
      ]),
    },
    {
      name: 'takes three inputs under chosen names',
      fields: {
        tempTables: ['people', 'towns', 'lands'],
        sql: 'select p.name, t.name as town, l.name as land from people p join towns t on p.town = t.id join lands l on t.land = l.id',
      },
      input: [
        table('name string, town int', [
          ['Ann', 1],
          ['Bo', 2],
          ['Cy', 9],
        ]),
        table('id int, name string, land int', [
          [1, 'Oslo', 1],
          [2, 'Rome', 2],
        ]),
        table('id int, name string', [
          [1, 'Norway'],
          [2, 'Italy'],
        ]),
      ],
      output: table('name string, town string, land string', [
        ['Ann', 'Oslo', 'Norway'],
        ['Bo', 'Rome', 'Italy'],
      ]),
    },
    {
      name: 'returns the columns of the query for empty inputs',
      fields: { sql: 'select a.id, b.v from fire_temp_table1 a join fire_temp_table2 b on a.id = b.id' },
      input: [table('id int', []), table('id int, v string', [])],
      output: table('id int, v string', []),
    },
  ],
  query: ({ sql: text, tempTables: inputs }) => ({ sql: text, inputs }),
  run: ({ inputs, tables, session, fields }) =>
    session.sql(fields.sql, {
      inputs: { ...tables, ...Object.fromEntries(inputs.map((input, i) => [fields.tempTables[i] ?? '', input])) },
    }),
});
