import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { alignColumns, positions, unionInOrder } from './_union.ts';

export const unionAll = processor({
  nodeClass: 'fire.nodes.etl.NodeUnionAll',
  name: 'Union All',
  type: 'join',
  category: 'Data-Preparation/Join-Union',
  description:
    'Puts the rows of its inputs under one another, by position and with the names of the first; equal rows stay. Where types differ, the wider number or the timestamp is taken, and text beside anything makes text.',
  inputNames: ['multiInput'],
  fields: {},
  examples: [
    {
      name: 'three inputs by position, whatever their names; equal rows and nulls stay',
      input: [
        table('id int, name string', [
          [1, 'a'],
          [null, null],
        ]),
        table('key int, title string', [[1, 'a']]),
        table('name int, id string', [[2, 'é']]),
      ],
      output: table('id int, name string', [
        [1, 'a'],
        [null, null],
        [1, 'a'],
        [2, 'é'],
      ]),
    },
    {
      name: 'types that differ become the one that holds both',
      input: [
        table('a int, b date, c string, d decimal(5,2), e float', [[1, '2024-01-01', 'x', '1.50', 0.5]]),
        table('a bigint, b timestamp, c double, d int, e int', [[2n, '2024-01-01T10:00:00Z', 1e7, 3, 4]]),
      ],
      output: table('a bigint, b timestamp, c string, d decimal(12,2), e double', [
        [1n, '2024-01-01T00:00:00Z', 'x', '1.50', 0.5],
        [2n, '2024-01-01T10:00:00Z', '1.0E7', '3.00', 4],
      ]),
    },
    {
      name: 'two columns of one name stay two; an empty input adds nothing',
      input: [table('a int, a int', []), table('a int, a int', [[1, 2]])],
      output: table('a int, a int', [[1, 2]]),
    },
    {
      name: 'inputs of different width are refused',
      input: [table('a int', [[1]]), table('a int, b int', [[1, 2]])],
      error: 'input 2 has 2 columns (a, b), the first has 1 (a)',
    },
    {
      name: 'types that nothing holds are refused',
      input: [table('a int', [[1]]), table('a boolean', [[true]])],
      error: 'the column "a" is of type int in one input and boolean in another',
    },
  ],
  run({ inputs, schemas, ...context }) {
    const columns = positions(schemas);
    return unionInOrder(alignColumns(inputs, schemas, columns, context.engine), columns, context);
  },
});
