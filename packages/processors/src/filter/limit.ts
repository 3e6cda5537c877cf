import { integer } from '../kit/number-fields.ts';
import { firstRows } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const limit = processor({
  nodeClass: 'fire.nodes.etl.NodeLimit',
  name: 'Limit',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description:
    'Keeps the first rows, in input order. On Spark it is its limit; on Sail the rows are counted by row_number over monotonically_increasing_id, so that they are the same.',
  fields: { limit: integer({ required: true, min: 0, max: 2 ** 31 - 1, title: 'Rows' }) },
  examples: [
    {
      name: 'the first rows in input order',
      fields: { limit: '2' },
      input: table('`a.b` int, s string', [
        [3, 'x'],
        [null, null],
        [1, 'y'],
      ]),
      output: table('`a.b` int, s string', [
        [3, 'x'],
        [null, null],
      ]),
      ordered: true,
    },
    {
      name: 'more than there are keeps all',
      fields: { limit: '10' },
      input: table('a int', [[2], [1]]),
      output: table('a int', [[2], [1]]),
      ordered: true,
    },
    {
      name: 'none keeps the columns only',
      fields: { limit: '0' },
      input: table('a int', [[1]]),
      output: table('a int', []),
    },
    {
      name: 'an empty input stays empty',
      fields: { limit: '3' },
      input: table('a int', []),
      output: table('a int', []),
    },
    {
      name: 'a negative number is refused',
      fields: { limit: '-1' },
      input: table('a int', [[1]]),
      error: '"limit" is -1, below the least allowed 0',
    },
  ],
  run: ({ input, schema, fields, engine }) => firstRows(input, schema, fields.limit, engine),
});
