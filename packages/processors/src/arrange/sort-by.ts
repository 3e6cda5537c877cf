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
    'Sorts the rows by columns, each ascending (the default) or descending. Nulls come first in ascending order and last in descending order; NaN is greater than any number. Strings are compared by their characters, so upper case sorts before lower case.',
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
      name: 'sorts one column ascending and the next descending, with nulls first and last',
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
      name: 'sorts ascending by default; takes names with dots',
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
      name: 'keeps an empty input empty',
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
