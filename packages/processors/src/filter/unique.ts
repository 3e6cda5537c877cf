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
    'Sends the first row for each combination of values in the chosen columns (all when none is chosen) to the first output and all further rows to the second. First means by the sort columns, then by input order; both outputs come in that order. Nulls are equal to each other, and come first where sorted ascending.',
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
      name: 'first rows and the others, in input order; null is a key',
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
      name: 'the greatest by a sort column is the first; ties keep input order',
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
      name: 'whole rows when no column is chosen',
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
      name: 'an empty input gives two empty outputs',
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
