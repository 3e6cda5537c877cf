import { designSchema } from '../kit/type-fields.ts';
import { sql, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const sqlNode = processor({
  nodeClass: 'fire.nodes.etl.NodeSQL',
  name: 'SQL',
  type: 'transform',
  category: 'Data-Preparation/Code',
  description:
    'Runs a Spark SQL query over the input, which is available under the table name, and over tables registered by other nodes. The result of the query is the output.',
  fields: {
    tempTable: text({ default: 'fire_temp_table', title: 'Table name', description: 'Name of the input in the query' }),
    sql: sql({ title: 'SQL', description: 'The query' }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'sums a column grouped by another; null is a group of its own',
      fields: { tempTable: 't', sql: 'select city, sum(n) as total from t group by city' },
      input: table('city string, n int', [
        ['Rome', 1],
        ['Rome', 2],
        [null, 5],
        ['Oslo', null],
      ]),
      output: table('city string, total bigint', [
        ['Rome', 3n],
        [null, 5n],
        ['Oslo', null],
      ]),
    },
    {
      name: 'returns the columns of the query for an empty input',
      fields: { sql: "select upper(name) as name from fire_temp_table where name <> ''" },
      input: table('name string', []),
      output: table('name string', []),
    },
    {
      name: 'returns the columns of the query, whatever types the design schema has',
      fields: {
        sql: "select text, split(text, ' ') as words from fire_temp_table",
        outputColNames: ['text', 'words', 'gone'],
        outputColTypes: ['STRING', 'ARRAY', 'VECTOR'],
      },
      input: table('text string', [['a é'], [null]]),
      output: table('text string, words array<string>', [
        ['a é', ['a', 'é']],
        [null, null],
      ]),
    },
    {
      name: 'preserves order and Unicode',
      fields: { tempTable: 'people', sql: 'select name from people order by name desc' },
      input: table('name string', [['Ångström'], ['zoë'], ['日本'], [null]]),
      output: table('name string', [['日本'], ['Ångström'], ['zoë'], [null]]),
      ordered: true,
    },
  ],
  query: ({ sql: text, tempTable }) => ({ sql: text, inputs: [tempTable] }),
  run: ({ input, tables, session, fields }) =>
    session.sql(fields.sql, { inputs: { ...tables, [fields.tempTable]: input } }),
});
