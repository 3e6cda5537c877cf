import { splitDuplicates } from '../kit/duplicates.ts';
import { choice } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const removeDuplicateRows = processor({
  nodeClass: 'fire.nodes.etl.NodeRemoveDuplicateRows',
  name: 'Remove Duplicate Rows',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Keeps the first or the last row, in input order, for each combination of values in the selected columns, or in all columns if none is selected. Nulls are treated as equal. The order of the rows is preserved.',
  fields: {
    order: choice(['first', 'last'], { default: 'first', title: 'Row to keep' }),
    inputCols: columns({ title: 'Columns to compare' }),
  },
  examples: [
    {
      name: 'keeps the last row of each key in input order',
      fields: { order: 'last', inputCols: ['k'] },
      input: table('k string, v int', [
        ['b', 1],
        ['a', 2],
        ['b', 3],
        [null, 4],
        ['a', 5],
        [null, 6],
        ['c', 7],
      ]),
      output: table('k string, v int', [
        ['b', 3],
        ['a', 5],
        [null, 6],
        ['c', 7],
      ]),
      ordered: true,
    },
    {
      name: 'keeps the first row by default; takes two columns as the key',
      fields: { inputCols: ['a', 'b'] },
      input: table('a int, b int, v string', [
        [1, 1, 'x'],
        [1, 2, 'y'],
        [1, 1, 'z'],
        [1, null, 'u'],
        [1, null, 'w'],
      ]),
      output: table('a int, b int, v string', [
        [1, 1, 'x'],
        [1, 2, 'y'],
        [1, null, 'u'],
      ]),
      ordered: true,
    },
    {
      name: 'keeps an empty input empty',
      fields: { inputCols: ['k'] },
      input: table('k string', []),
      output: table('k string', []),
    },
  ],
  run: ({ input, schema, fields, engine }) =>
    splitDuplicates(
      input,
      schema,
      { keys: fields.inputCols, keysField: 'inputCols', fromEnd: fields.order === 'last' },
      engine,
    ).first,
});
