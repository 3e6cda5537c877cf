import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { alignColumns, positions, unionOf } from './_union.ts';

export const unionDistinct = processor({
  nodeClass: 'fire.nodes.etl.NodeUnionDistinct',
  name: 'UnionDistinct',
  type: 'join',
  category: 'Data-Preparation/Join-Union',
  description:
    'Puts the rows of its inputs under one another, by position and with the names of the first, and keeps one of each set of equal rows. Nulls are equal to each other here, and so are NaN values.',
  inputNames: ['multiInput'],
  fields: {},
  examples: [
    {
      name: 'equal rows within and between inputs come once; null equals null, NaN equals NaN',
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
      name: 'equality looks at the common type; names come from the first',
      input: [table('a int', [[1], [2]]), table('b bigint', [[1n]]), table('c int', [[3]])],
      output: table('a bigint', [[1n], [2n], [3n]]),
    },
    {
      name: 'text is compared letter by letter',
      input: [table('`a.b` string', [['é'], ['E']]), table('`a.b` string', [['é '], ['e'], ['é']])],
      output: table('`a.b` string', [['é'], ['E'], ['é '], ['e']]),
    },
    {
      name: 'empty inputs give an empty output',
      input: [table('a int', []), table('a int', [])],
      output: table('a int', []),
    },
  ],
  run: ({ inputs, schemas, engine }) => unionOf(alignColumns(inputs, schemas, positions(schemas), engine)).distinct(),
});
