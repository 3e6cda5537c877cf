import { functions as F } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { choice, column } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { sortKey } from '../kit/order-by.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const sortBy = processor({
  nodeClass: 'fire.nodes.etl.NodeSortBy',
  name: 'Sort By',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Sorts the rows by columns, each ascending (where nothing is said) or descending. Nulls come first when ascending and last when descending; NaN is greater than any number; text is compared by its characters, so upper case comes before lower.',
  fields: {
    keys: rows(
      {
        sortByColNames: column({ required: true, title: 'Column' }),
        ascDesc: choice(['DESC', 'ASC'], { title: 'Order' }),
      },
      { key: 'sortByColNames', required: true },
    ),
  },
  examples: [
    {
      name: 'one column up, the next down; nulls first and last',
      fields: { sortByColNames: ['a', 'b'], ascDesc: ['ASC', 'DESC'] },
      input: table('a string, b double', [
        ['x', 1],
        ['é', null],
        ['x', Number.NaN],
        [null, 3],
        ['x', null],
        ['X', 0],
      ]),
      output: table('a string, b double', [
        [null, 3],
        ['X', 0],
        ['x', Number.NaN],
        ['x', 1],
        ['x', null],
        ['é', null],
      ]),
      ordered: true,
    },
    {
      name: 'without a word the order is ascending; names with dots',
      fields: { sortByColNames: ['a.b'] },
      input: table('`a.b` int, c int, c int', [
        [2, 1, 1],
        [1, 2, 2],
      ]),
      output: table('`a.b` int, c int, c int', [
        [1, 2, 2],
        [2, 1, 1],
      ]),
      ordered: true,
    },
    {
      name: 'an empty input stays empty',
      fields: { sortByColNames: ['a'], ascDesc: ['DESC'] },
      input: table('a int', []),
      output: table('a int', []),
    },
  ],
  run: ({ input, schema, fields }) =>
    input.orderBy(
      ...fields.keys.map((key) => {
        const { name } = requireColumn(schema, key.sortByColNames, 'sortByColNames');
        return sortKey(F.columnNamed(name), key.ascDesc === 'DESC');
      }),
    ),
});
