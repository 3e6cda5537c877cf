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
    'Compares two inputs by the values of selected columns that both have. The outputs are whole rows: those of the first whose values are not in the second, those of the second whose values are not in the first, and those of the first whose values are in the second. Nulls are treated as equal; duplicate rows are kept.',
  inputs: { min: 2, max: 2 },
  inputNames: ['First', 'Second'],
  outputs: ['First', 'Second', 'Common'],
  fields: { columnsToCompare: columns({ required: true, title: 'Columns to compare' }) },
  examples: [
    {
      name: 'separates rows by key; treats nulls as equal; keeps duplicate rows',
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
      name: 'compares two columns of different types; takes names with dots',
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
      name: 'finds no common rows with an empty input',
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
