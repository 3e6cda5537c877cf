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
    'Compares whole rows of two inputs, column by column in their order, and gives the rows that only the first has, that only the second has, or that both have. Each different row comes once; null equals null. Names are those of the first.',
  inputs: { min: 2, max: 2 },
  inputNames: ['First', 'Second'],
  fields: {
    compareOption: choice(compareWords, { default: 'LEFTDATAFRAME_EXCEPT_RIGHTDATAFRAME', title: 'Rows to give' }),
  },
  examples: [
    { name: 'rows that only the first has', input, output: table('id int, name string', [[1, 'a']]) },
    {
      name: 'rows that only the second has',
      fields: { compareOption: 'RIGHTDATAFRAME_EXCEPT_LEFTDATAFRAME' },
      input,
      output: table('id int, name string', [[3, 'ü']]),
    },
    {
      name: 'rows that both have, nulls too',
      fields: { compareOption: 'LEFTDATAFRAME_INTERSECT_RIGHTDATAFRAME' },
      input,
      output: table('id int, name string', [[2, null]]),
    },
    {
      name: 'empty inputs give an empty output',
      input: [table('a int', []), table('a int', [])],
      output: table('a int', []),
    },
  ],
  run: ({ inputs, schemas, engine, fields }) =>
    compareRows(inputs, schemas, positions(schemas), engine)[compareOptions[fields.compareOption]],
});
