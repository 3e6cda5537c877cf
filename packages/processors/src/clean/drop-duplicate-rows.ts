import { splitDuplicates } from '../kit/duplicates.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const dropDuplicateRows = processor({
  nodeClass: 'fire.nodes.etl.NodeDropDuplicateRows',
  name: 'Drop Duplicate Rows',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Keeps the first row, in input order, for each combination of values in the selected columns, or in all columns if none is selected. Nulls are treated as equal. The order of the rows is preserved.',
  fields: { colNames: columns({ title: 'Columns to compare' }) },
  examples: [
    {
      name: 'keeps the first row of each key in input order; null is a key of its own',
      fields: { colNames: ['k'] },
      input: table('k string, v int', [
        ['b', 1],
        ['a', 2],
        ['b', 3],
        [null, 4],
        ['a', 5],
        [null, 6],
      ]),
      output: table('k string, v int', [
        ['b', 1],
        ['a', 2],
        [null, 4],
      ]),
      ordered: true,
    },
    {
      name: 'compares whole rows if no column is selected',
      input: table('a int, b string', [
        [1, 'x'],
        [1, 'y'],
        [1, 'x'],
        [null, null],
        [null, null],
        [1, 'X'],
      ]),
      output: table('a int, b string', [
        [1, 'x'],
        [1, 'y'],
        [null, null],
        [1, 'X'],
      ]),
      ordered: true,
    },
    {
      name: 'treats NaN as equal to NaN and -0.0 as equal to 0.0; takes names with dots',
      fields: { colNames: ['a.b'] },
      input: table('`a.b` double, n int', [
        [NaN, 1],
        [0, 2],
        [NaN, 3],
        [-0, 4],
      ]),
      output: table('`a.b` double, n int', [
        [NaN, 1],
        [0, 2],
      ]),
      ordered: true,
    },
    {
      name: 'keeps an empty input empty',
      fields: { colNames: ['k'] },
      input: table('k string, v int', []),
      output: table('k string, v int', []),
    },
  ],
  run: ({ input, schema, fields, engine }) =>
    splitDuplicates(input, schema, { keys: fields.colNames, keysField: 'colNames' }, engine).first,
});
