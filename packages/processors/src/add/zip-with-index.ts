import { numberRows, rowNumberBy } from '../kit/order.ts';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const zipWithIndex = processor({
  nodeClass: 'fire.nodes.etl.NodeZipWithIndex',
  name: 'Zip With Index',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Adds a LONG column, "index" by default, with the position of each row, counted from 0 without gaps in input order. The order is that of monotonically_increasing_id.',
  fields: { indexColName: text({ title: 'New column' }) },
  examples: [
    {
      name: 'adds positions in input order',
      fields: { indexColName: 'i' },
      input: table('name string', [['c'], ['a'], [null], ['a']]),
      output: table('name string, i bigint', [
        ['c', 0n],
        ['a', 1n],
        [null, 2n],
        ['a', 3n],
      ]),
      ordered: true,
    },
    {
      name: 'names the column "index" by default; replaces an existing column',
      input: table('`a.b` int, index string', [
        [5, 'x'],
        [4, 'y'],
      ]),
      output: table('`a.b` int, index bigint', [
        [5, 0n],
        [4, 1n],
      ]),
      ordered: true,
    },
    {
      name: 'adds the new column to an empty input',
      fields: { indexColName: 'ï' },
      input: table('a int', []),
      output: table('a int, `ï` bigint', []),
    },
  ],
  run({ input, schema, fields, engine }) {
    const { rows, position, restore } = numberRows(input, schema, engine);
    return restore(rows.withColumn(fields.indexColName ?? 'index', rowNumberBy(position).minus(1)));
  },
});
