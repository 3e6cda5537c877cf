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
    'Keeps one row for each combination of values in the chosen columns, or in all columns when none is chosen: the first in input order. Nulls are equal to each other here. The rows that stay keep their order.',
  fields: { colNames: columns({ title: 'Columns to compare' }) },
  examples: [
    {
      name: 'the first row of each key stays, in input order; null is a key of its own',
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
      name: 'without columns whole rows are compared',
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
      name: 'NaN equals NaN, -0.0 equals 0.0; names with dots',
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
      name: 'an empty input stays empty',
      fields: { colNames: ['k'] },
      input: table('k string, v int', []),
      output: table('k string, v int', []),
    },
  ],
  run: ({ input, schema, fields, engine }) =>
    splitDuplicates(input, schema, { keys: fields.colNames, keysField: 'colNames' }, engine).first,
});
