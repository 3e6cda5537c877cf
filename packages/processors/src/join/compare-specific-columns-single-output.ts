import { compareColumns, compareOptions, compareWords } from './_compare.ts';
import { choice } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const input = [
  table('id int, name string', [
    [1, 'a'],
    [2, 'b'],
    [null, 'c'],
  ]),
  table('id int, name string', [
    [2, 'ü'],
    [3, 'd'],
    [null, 'e'],
  ]),
] as const;

export const compareSpecificColumnsSingleOutput = processor({
  nodeClass: 'fire.nodes.etl.NodeCompareSpecificColumnsSingleOutput',
  name: 'Compare Specific Columns Single Output',
  type: 'join',
  category: 'Data-Preparation/Split',
  description:
    'Compares two inputs by the values of selected columns that both have, and returns whole rows: those of the first whose values are not in the second, those of the second whose values are not in the first, or those of the first whose values are in the second. Nulls are treated as equal; duplicate rows are kept.',
  inputs: { min: 2, max: 2 },
  inputNames: ['First', 'Second'],
  fields: {
    columnsToCompare: columns({ required: true, title: 'Columns to compare' }),
    compareOption: choice(compareWords, { default: 'LEFTDATAFRAME_EXCEPT_RIGHTDATAFRAME', title: 'Rows to return' }),
  },
  examples: [
    {
      name: 'returns the rows only in the first input',
      fields: { columnsToCompare: ['id'] },
      input,
      output: table('id int, name string', [[1, 'a']]),
    },
    {
      name: 'returns the rows only in the second input',
      fields: { columnsToCompare: ['id'], compareOption: 'RIGHTDATAFRAME_EXCEPT_LEFTDATAFRAME' },
      input,
      output: table('id int, name string', [[3, 'd']]),
    },
    {
      name: 'returns the rows of the first input whose values are in both',
      fields: { columnsToCompare: ['id'], compareOption: 'LEFTDATAFRAME_INTERSECT_RIGHTDATAFRAME' },
      input,
      output: table('id int, name string', [
        [2, 'b'],
        [null, 'c'],
      ]),
    },
    {
      name: 'returns no rows for empty inputs',
      fields: { columnsToCompare: ['a'] },
      input: [table('a int', []), table('a int', [])],
      output: table('a int', []),
    },
  ],
  run: ({ inputs, schemas, engine, fields }) =>
    compareColumns(inputs, schemas, fields.columnsToCompare, engine)[compareOptions[fields.compareOption]],
});
