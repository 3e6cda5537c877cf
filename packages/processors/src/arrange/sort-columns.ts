import { byPosition, requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const sortColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeSortColumns',
  name: 'Sort Columns',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Puts the columns in the order of the list. Columns that the list does not name follow in the order they had; the rows stay as they are.',
  fields: { sortColumnNames: columns({ widget: 'sort_columns', title: 'Columns in order' }) },
  examples: [
    {
      name: 'a new order of all columns',
      fields: { sortColumnNames: ['c', 'a', 'b'] },
      input: table('a int, b string, c double', [
        [1, 'x', null],
        [null, null, 2],
      ]),
      output: table('c double, a int, b string', [
        [null, 1, 'x'],
        [2, null, null],
      ]),
    },
    {
      name: 'columns that are not named follow, those of equal name too',
      fields: { sortColumnNames: ['ü.v'] },
      input: table('a int, a int, `ü.v` int', [[1, 2, 3]]),
      output: table('`ü.v` int, a int, a int', [[3, 1, 2]]),
    },
    {
      name: 'an empty input and an empty list',
      fields: { sortColumnNames: [] },
      input: table('a int', []),
      output: table('a int', []),
    },
    {
      name: 'a column that is not there is named',
      fields: { sortColumnNames: ['z'] },
      input: table('a int', []),
      error: '"sortColumnNames" names the column "z"',
    },
  ],
  run({ input, schema, fields }) {
    const first = requireColumns(schema, fields.sortColumnNames, 'sortColumnNames').map((c) => c.index);
    const order = [...new Set([...first, ...schema.fields.map((_, i) => i)])];
    const { rows, columns: own } = byPosition(input, schema, '_c');
    return rows.select(...order.flatMap((i) => own[i]?.alias(schema.fields[i]?.name ?? '') ?? []));
  },
});
