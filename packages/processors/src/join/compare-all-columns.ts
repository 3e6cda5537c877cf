import { compareRows } from './_compare.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { positions } from './_union.ts';

export const compareAllColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeCompareAllColumns',
  name: 'Compare All Columns',
  type: 'join',
  category: 'Data-Preparation/Split',
  description:
    'Compares whole rows of two inputs, matching columns by position: the outputs are the rows only in the first, the rows only in the second, and the rows in both. Each distinct row is returned once; nulls are treated as equal. All outputs have the column names of the first input.',
  inputs: { min: 2, max: 2 },
  inputNames: ['First', 'Second'],
  outputs: ['First', 'Second', 'Common'],
  fields: {},
  examples: [
    {
      name: 'separates rows that differ from common rows, each once; treats nulls as equal',
      input: [
        table('id int, name string', [
          [1, 'a'],
          [1, 'a'],
          [2, null],
          [3, 'é'],
        ]),
        table('key int, title string', [
          [2, null],
          [4, 'd'],
          [4, 'd'],
          [3, 'É'],
        ]),
      ],
      output: [
        table('id int, name string', [
          [1, 'a'],
          [3, 'é'],
        ]),
        table('id int, name string', [
          [4, 'd'],
          [3, 'É'],
        ]),
        table('id int, name string', [[2, null]]),
      ],
    },
    {
      name: 'returns the first input if the second is empty',
      input: [table('a int, a int', [[1, 2]]), table('a int, a int', [])],
      output: [table('a int, a int', [[1, 2]]), table('a int, a int', []), table('a int, a int', [])],
    },
    {
      name: 'compares numbers of different types by value',
      input: [table('x double', [[1], [Number.NaN]]), table('x int', [[1], [2]])],
      output: [table('x double', [[Number.NaN]]), table('x double', [[2]]), table('x double', [[1]])],
    },
    {
      name: 'rejects inputs with different numbers of columns',
      input: [table('a int', []), table('a int, b int', [])],
      error: 'input 2 has 2 columns (a, b), input 1 has 1 column (a)',
    },
  ],
  run({ inputs, schemas, engine }) {
    const { first, second, common } = compareRows(inputs, schemas, positions(schemas), engine);
    return { outputs: [first, second, common] };
  },
});
