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
    'Compares two inputs by the values of some columns, which both have, and gives the whole rows of the first whose values the second does not have, those of the second whose values the first does not have, or those of the first whose values the second has. Null equals null; rows are kept as often as they come.',
  inputs: { min: 2, max: 2 },
  inputNames: ['First', 'Second'],
  fields: {
    columnsToCompare: columns({ required: true, title: 'Columns to compare' }),
    compareOption: choice(compareWords, { default: 'LEFTDATAFRAME_EXCEPT_RIGHTDATAFRAME', title: 'Rows to give' }),
  },
  examples: [
    {
      name: 'rows that only the first has',
      fields: { columnsToCompare: ['id'] },
      input,
      output: table('id int, name string', [[1, 'a']]),
    },
    {
      name: 'rows that only the second has',
      fields: { columnsToCompare: ['id'], compareOption: 'RIGHTDATAFRAME_EXCEPT_LEFTDATAFRAME' },
      input,
      output: table('id int, name string', [[3, 'd']]),
    },
    {
      name: 'rows of the first whose values both have',
      fields: { columnsToCompare: ['id'], compareOption: 'LEFTDATAFRAME_INTERSECT_RIGHTDATAFRAME' },
      input,
      output: table('id int, name string', [
        [2, 'b'],
        [null, 'c'],
      ]),
    },
    {
      name: 'empty inputs give an empty output',
      fields: { columnsToCompare: ['a'] },
      input: [table('a int', []), table('a int', [])],
      output: table('a int', []),
    },
  ],
  run: ({ inputs, schemas, engine, fields }) =>
    compareColumns(inputs, schemas, fields.columnsToCompare, engine)[compareOptions[fields.compareOption]],
});
