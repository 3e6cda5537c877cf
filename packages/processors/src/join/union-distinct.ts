import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { alignColumns, positions, unionOf } from './_union.ts';

export const unionDistinct = processor({
  nodeClass: 'fire.nodes.etl.NodeUnionDistinct',
  name: 'UnionDistinct',
  type: 'join',
  category: 'Data-Preparation/Join-Union',
  description:
    'Returns the distinct rows of all inputs, matching columns by position, with the column names of the first input. Nulls are treated as equal, and so are NaN values.',
  inputNames: ['multiInput'],
  fields: {},
  examples: [
    {
      name: 'returns duplicate rows within and between inputs once; treats nulls and NaN as equal',
      input: [
        table('a int, x double', [
          [1, 0.5],
          [1, 0.5],
          [null, null],
        ]),
        table('a int, x double', [
          [1, 0.5],
          [null, null],
          [2, Number.NaN],
          [2, Number.NaN],
        ]),
      ],
      output: table('a int, x double', [
        [1, 0.5],
        [null, null],
        [2, Number.NaN],
      ]),
    },
    {
      name: 'compares by the common type; takes names from the first input',
      input: [table('a int', [[1], [2]]), table('b bigint', [[1n]]), table('c int', [[3]])],
      output: table('a bigint', [[1n], [2n], [3n]]),
    },
    {
      name: 'compares strings exactly',
      input: [table('`a.b` string', [['é'], ['E']]), table('`a.b` string', [['é '], ['e'], ['é']])],
      output: table('`a.b` string', [['é'], ['E'], ['é '], ['e']]),
    },
    {
      name: 'returns no rows for empty inputs',
      input: [table('a int', []), table('a int', [])],
      output: table('a int', []),
    },
  ],
  run: ({ inputs, schemas, engine }) => unionOf(alignColumns(inputs, schemas, positions(schemas), engine)).distinct(),
});
