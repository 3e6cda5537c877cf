import { splitDuplicates } from '../kit/duplicates.ts';
import { choice, column } from '../kit/fields.ts';
import { columns, rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const unique = processor({
  nodeClass: 'fire.nodes.etl.NodeUnique',
  name: 'FindDuplicate',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description:
    'Sends the first row for each combination of values in the selected columns, or in all columns if none is selected, to the first output and all other rows to the second. The first row is determined by the sort columns, then by input order; both outputs are in that order. Nulls are treated as equal and come first in ascending order.',
  outputs: ['Unique', 'Duplicate'],
  fields: {
    inputCols: columns({ title: 'Columns to compare' }),
    sort: rows(
      {
        sortByColNames: column({ required: true, title: 'Sort by' }),
        ascDesc: choice(['DESC', 'ASC'], { default: 'ASC', title: 'Direction' }),
      },
      { key: 'sortByColNames' },
    ),
  },
  examples: [
    {
      name: 'separates first rows from the others in input order; null is a key',
      fields: { inputCols: ['k'] },
      input: table('k string, v int', [
        ['b', 1],
        ['a', 2],
        ['b', 3],
        [null, 4],
        [null, 5],
        ['b', 6],
      ]),
      output: [
        table('k string, v int', [
          ['b', 1],
          ['a', 2],
          [null, 4],
        ]),
        table('k string, v int', [
          ['b', 3],
          [null, 5],
          ['b', 6],
        ]),
      ],
      ordered: true,
    },
    {
      name: 'takes the greatest by a sort column as the first; ties keep input order',
      fields: { inputCols: ['k'], sortByColNames: ['v'], ascDesc: ['DESC'] },
      input: table('k string, v int, n int', [
        ['a', 1, 1],
        ['a', 3, 2],
        ['b', 2, 3],
        ['a', 3, 4],
        ['b', null, 5],
      ]),
      output: [
        table('k string, v int, n int', [
          ['a', 3, 2],
          ['b', 2, 3],
        ]),
        table('k string, v int, n int', [
          ['a', 3, 4],
          ['a', 1, 1],
          ['b', null, 5],
        ]),
      ],
      ordered: true,
    },
    {
      name: 'compares whole rows if no column is selected',
      input: table('a int, b string', [
        [1, 'x'],
        [1, 'x'],
        [1, null],
      ]),
      output: [
        table('a int, b string', [
          [1, 'x'],
          [1, null],
        ]),
        table('a int, b string', [[1, 'x']]),
      ],
    },
    {
      name: 'returns two empty outputs for an empty input',
      fields: { inputCols: ['a'] },
      input: table('a int', []),
      output: [table('a int', []), table('a int', [])],
    },
  ],
  run({ input, schema, fields, engine }) {
    const sortBy = fields.sort.map((s) => ({ name: s.sortByColNames, descending: s.ascDesc === 'DESC' }));
    const { first, rest } = splitDuplicates(
      input,
      schema,
      {
        keys: fields.inputCols,
        keysField: 'inputCols',
        sortBy,
        sortField: 'sortByColNames',
      },
      engine,
    );
    return { outputs: [first, rest] };
  },
});
