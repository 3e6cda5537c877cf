import { choice, text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { rankColumn, rankingName, rankings, windowOf } from './_window-functions.ts';

export const windowRanking = processor({
  nodeClass: 'fire.nodes.etl.NodeWindowRanking',
  name: 'Window Ranking',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Ranks the rows of each partition in an order and adds the rank as `rank`, `row_number` or `dense_rank`, depending on the function. Rows that are equal in the order have the same rank, followed by a gap (RANK) or none (DENSE_RANK); ROW_NUMBER numbers them in any order. Nulls come first in ascending and last in descending order, and form their own partition.',
  fields: {
    partitionByCols: text({
      title: 'Partition by',
      description: 'Columns separated by commas; if blank, all rows together',
    }),
    orderByCols: text({ required: true, title: 'Order by', description: 'Such as AGE DESC, NAME' }),
    windowFunction: choice(rankings, { default: 'RANK', title: 'Function' }),
  },
  examples: [
    {
      name: 'leaves gaps after equal ranks; null is a partition',
      fields: { partitionByCols: 'dept', orderByCols: 'pay DESC' },
      input: table('dept string, pay int', [
        ['a', 5],
        ['a', 5],
        ['a', 3],
        ['a', null],
        [null, 1],
      ]),
      output: table('dept string, pay int, rank int', [
        ['a', 5, 1],
        ['a', 5, 1],
        ['a', 3, 3],
        ['a', null, 4],
        [null, 1, 1],
      ]),
    },
    {
      name: 'ranks all rows densely; takes names in backticks and an expression as the key',
      fields: { orderByCols: '`a.b` desc nulls first, upper(`ü`)', windowFunction: 'DENSE_RANK' },
      input: table('`a.b` double, `ü` string', [
        [Number.NaN, 'x'],
        [1, 'b'],
        [1, 'B'],
        [1, 'c'],
        [null, 'y'],
      ]),
      output: table('`a.b` double, `ü` string, dense_rank int', [
        [null, 'y', 1],
        [Number.NaN, 'x', 2],
        [1, 'b', 3],
        [1, 'B', 3],
        [1, 'c', 4],
      ]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { partitionByCols: 'a, b', orderByCols: 'a', windowFunction: 'row_number' },
      input: table('a int, b int', []),
      output: table('a int, b int, row_number int', []),
    },
    {
      name: 'rejects an unknown column',
      fields: { orderByCols: 'age DESC' },
      input: table('name string', []),
      error: 'unknown column "age" in field "orderByCols"',
    },
  ],
  run: ({ input, schema, engine, fields }) =>
    input.withColumn(
      rankingName(fields.windowFunction),
      rankColumn(fields.windowFunction, windowOf(fields, schema, engine)),
    ),
});
