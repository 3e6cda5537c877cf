import { text } from '../kit/fields.ts';
import { numberRows, rowNumberBy } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const rowNumbering = processor({
  nodeClass: 'fire.nodes.etl.NodeRowNumbering',
  name: 'Row Numbering',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Adds a LONG column that numbers the rows from 1, without gaps, in input order. It is row_number over the order of monotonically_increasing_id.',
  fields: { outputCol: text({ default: 'rowid', title: 'New column' }) },
  examples: [
    {
      name: 'numbers rows from 1 in input order',
      input: table('name string', [['c'], ['a'], [null]]),
      output: table('name string, rowid bigint', [
        ['c', 1n],
        ['a', 2n],
        [null, 3n],
      ]),
      ordered: true,
    },
    {
      name: 'replaces a column of the same name in place',
      fields: { outputCol: 'a.b' },
      input: table('`a.b` string, n int', [
        ['x', 1],
        ['x', 1],
      ]),
      output: table('`a.b` bigint, n int', [
        [1n, 1],
        [2n, 1],
      ]),
      ordered: true,
    },
    {
      name: 'adds the new column to an empty input',
      input: table('a int', []),
      output: table('a int, rowid bigint', []),
    },
  ],
  run({ input, schema, fields, engine }) {
    const { rows, position, restore } = numberRows(input, schema, engine);
    return restore(rows.withColumn(fields.outputCol, rowNumberBy(position)));
  },
});
