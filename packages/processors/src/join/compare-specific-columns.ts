import { compareColumns } from './_compare.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const compareSpecificColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeCompareSpecificColumns',
  name: 'Compare Specific Columns',
  type: 'join',
  category: 'Data-Preparation/Split',
  description:
    'Compares two inputs by the values of some columns, which both have: whole rows of the first whose values the second does not have, rows of the second whose values the first does not have, and rows of the first whose values the second has. Null equals null; rows are kept as often as they come.',
  inputs: { min: 2, max: 2 },
  inputNames: ['First', 'Second'],
  outputs: ['First', 'Second', 'Common'],
  fields: { columnsToCompare: columns({ required: true, title: 'Columns to compare' }) },
  examples: [
    {
      name: 'rows by key; null equals null; equal rows stay',
      fields: { columnsToCompare: ['id'] },
      input: [
        table('id int, name string', [
          [1, 'a'],
          [1, 'a'],
          [2, 'b'],
          [null, 'c'],
        ]),
        table('name string, id int', [
          ['x', 2],
          ['y', 3],
          ['z', null],
        ]),
      ],
      output: [
        table('id int, name string', [
          [1, 'a'],
          [1, 'a'],
        ]),
        table('name string, id int', [['y', 3]]),
        table('id int, name string', [
          [2, 'b'],
          [null, 'c'],
        ]),
      ],
    },
    {
      name: 'two columns of different types, with dots in names',
      fields: { columnsToCompare: ['a.b', 'ü'] },
      input: [
        table('`a.b` int, `ü` string, v int, v int', [
          [1, 'x', 1, 2],
          [1, 'y', 3, 4],
        ]),
        table('`a.b` bigint, `ü` string', [
          [1n, 'x'],
          [5000000000n, 'x'],
        ]),
      ],
      output: [
        table('`a.b` int, `ü` string, v int, v int', [[1, 'y', 3, 4]]),
        table('`a.b` bigint, `ü` string', [[5000000000n, 'x']]),
        table('`a.b` int, `ü` string, v int, v int', [[1, 'x', 1, 2]]),
      ],
    },
    {
      name: 'against an empty input all rows are apart',
      fields: { columnsToCompare: ['id'] },
      input: [table('id int', [[1]]), table('id int, v int', [])],
      output: [table('id int', [[1]]), table('id int, v int', []), table('id int', [])],
    },
  ],
  run({ inputs, schemas, engine, fields }) {
    const { first, second, common } = compareColumns(inputs, schemas, fields.columnsToCompare, engine);
    return { outputs: [first, second, common] };
  },
});
