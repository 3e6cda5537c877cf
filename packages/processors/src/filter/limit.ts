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
    'Keeps the first rows in input order. Spark uses its limit; Sail numbers the rows with row_number over monotonically_increasing_id so that both return the same rows.',
  fields: { limit: integer({ required: true, min: 0, max: 2 ** 31 - 1, title: 'Number of rows' }) },
  examples: [
    {
      name: 'keeps the first rows in input order',
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
      name: 'keeps all rows if the limit is greater',
      fields: { limit: '10' },
      input: table('a int', [[2], [1]]),
      output: table('a int', [[2], [1]]),
      ordered: true,
    },
    {
      name: 'keeps only the columns for a limit of 0',
      fields: { limit: '0' },
      input: table('a int', [[1]]),
      output: table('a int', []),
    },
    {
      name: 'keeps an empty input empty',
      fields: { limit: '3' },
      input: table('a int', []),
      output: table('a int', []),
    },
    {
      name: 'rejects a negative limit',
      fields: { limit: '-1' },
      input: table('a int', [[1]]),
      error: 'invalid value "-1" for field "limit": must be 0 or greater',
    },
  ],
  run: ({ input, schema, fields, engine }) => firstRows(input, schema, fields.limit, engine),
});
