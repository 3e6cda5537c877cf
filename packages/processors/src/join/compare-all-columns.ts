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
    'Compares whole rows of two inputs, column by column in their order: rows that only the first has, rows that only the second has, and rows that both have. Each different row comes once; null equals null. All outputs have the names of the first.',
  inputs: { min: 2, max: 2 },
  inputNames: ['First', 'Second'],
  outputs: ['First', 'Second', 'Common'],
  fields: {},
  examples: [
    {
      name: 'rows apart and in common, each once; null equals null',
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
      name: 'an empty second input leaves the first',
      input: [table('a int, a int', [[1, 2]]), table('a int, a int', [])],
      output: [table('a int, a int', [[1, 2]]), table('a int, a int', []), table('a int, a int', [])],
    },
    {
      name: 'numbers of different types are compared by value',
      input: [table('x double', [[1], [Number.NaN]]), table('x int', [[1], [2]])],
      output: [table('x double', [[Number.NaN]]), table('x double', [[2]]), table('x double', [[1]])],
    },
    {
      name: 'inputs of different width are refused',
      input: [table('a int', []), table('a int, b int', [])],
      error: 'input 2 has 2 columns (a, b), the first has 1 (a)',
    },
  ],
  run({ inputs, schemas, engine }) {
    const { first, second, common } = compareRows(inputs, schemas, positions(schemas), engine);
    return { outputs: [first, second, common] };
  },
});
