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
    'Reorders the columns as listed. Columns that are not listed follow in their previous order; the rows do not change.',
  fields: { sortColumnNames: columns({ widget: 'sort_columns', title: 'Columns in order' }) },
  examples: [
    {
      name: 'reorders all columns',
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
      name: 'appends columns that are not listed, duplicate names included',
      fields: { sortColumnNames: ['ü.v'] },
      input: table('a int, a int, `ü.v` int', [[1, 2, 3]]),
      output: table('`ü.v` int, a int, a int', [[3, 1, 2]]),
    },
    {
      name: 'takes an empty input and an empty list',
      fields: { sortColumnNames: [] },
      input: table('a int', []),
      output: table('a int', []),
    },
    {
      name: 'rejects an unknown column',
      fields: { sortColumnNames: ['z'] },
      input: table('a int', []),
      error: 'unknown column "z" in field "sortColumnNames"',
    },
  ],
  run({ input, schema, fields }) {
    const first = requireColumns(schema, fields.sortColumnNames, 'sortColumnNames').map((c) => c.index);
    const order = [...new Set([...first, ...schema.fields.map((_, i) => i)])];
    const { rows, columns: own } = byPosition(input, schema, '_c');
    return rows.select(...order.flatMap((i) => own[i]?.alias(schema.fields[i]?.name ?? '') ?? []));
  },
});
