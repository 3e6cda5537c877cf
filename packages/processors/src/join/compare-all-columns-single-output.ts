import { compareOptions, compareRows, compareWords } from './_compare.ts';
import { choice } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { positions } from './_union.ts';

const input = [
  table('id int, name string', [
    [1, 'a'],
    [1, 'a'],
    [2, null],
  ]),
  table('id int, name string', [
    [2, null],
    [3, 'ü'],
  ]),
] as const;

export const compareAllColumnsSingleOutput = processor({
  nodeClass: 'fire.nodes.etl.NodeCompareAllColumnsSingleOutput',
  name: 'Compare All Columns Single Output',
  type: 'join',
  category: 'Data-Preparation/Split',
  description:
    'Compares whole rows of two inputs, matching columns by position, and returns the rows that are only in the first, only in the second, or in both. Each distinct row is returned once; nulls are treated as equal. The column names are those of the first input.',
  inputs: { min: 2, max: 2 },
  inputNames: ['First', 'Second'],
  fields: {
    compareOption: choice(compareWords, { default: 'LEFTDATAFRAME_EXCEPT_RIGHTDATAFRAME', title: 'Rows to return' }),
  },
  examples: [
    { name: 'returns the rows only in the first input', input, output: table('id int, name string', [[1, 'a']]) },
    {
      name: 'returns the rows only in the second input',
      fields: { compareOption: 'RIGHTDATAFRAME_EXCEPT_LEFTDATAFRAME' },
      input,
      output: table('id int, name string', [[3, 'ü']]),
    },
    {
      name: 'returns the rows in both inputs, nulls included',
      fields: { compareOption: 'LEFTDATAFRAME_INTERSECT_RIGHTDATAFRAME' },
      input,
      output: table('id int, name string', [[2, null]]),
    },
    {
      name: 'returns no rows for empty inputs',
      input: [table('a int', []), table('a int', [])],
      output: table('a int', []),
    },
  ],
  run: ({ inputs, schemas, engine, fields }) =>
    compareRows(inputs, schemas, positions(schemas), engine)[compareOptions[fields.compareOption]],
});
