import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { alignColumns, positions, unionInOrder } from './_union.ts';

export const unionAll = processor({
  nodeClass: 'fire.nodes.etl.NodeUnionAll',
  name: 'Union All',
  type: 'join',
  category: 'Data-Preparation/Join-Union',
  description:
    'Returns the rows of all inputs, matching columns by position, with the column names of the first input. Duplicate rows are kept. Different types are widened: to the wider numeric type, to TIMESTAMP, or to STRING if any of them is a string.',
  inputNames: ['multiInput'],
  fields: {},
  examples: [
    {
      name: 'matches three inputs by position, whatever their names; keeps duplicate rows and nulls',
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
      name: 'widens different types to their common type',
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
      name: 'keeps duplicate column names; an empty input adds nothing',
      input: [table('a int, a int', []), table('a int, a int', [[1, 2]])],
      output: table('a int, a int', [[1, 2]]),
    },
    {
      name: 'rejects inputs with different numbers of columns',
      input: [table('a int', [[1]]), table('a int, b int', [[1, 2]])],
      error: 'input 2 has 2 columns (a, b), input 1 has 1 column (a)',
    },
    {
      name: 'rejects types without a common type',
      input: [table('a int', [[1]]), table('a boolean', [[true]])],
      error: 'column "a" has type INT in one input and BOOLEAN in another: must have a common type',
    },
  ],
  run({ inputs, schemas, ...context }) {
    const columns = positions(schemas);
    return unionInOrder(alignColumns(inputs, schemas, columns, context.engine), columns, context);
  },
});
