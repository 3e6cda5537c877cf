import { choice, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { rankColumn, rankingName, rankings, windowOf } from './_window-functions.ts';

export const multiWindowRanking = processor({
  nodeClass: 'fire.nodes.etl.NodeMultiWindowRanking',
  name: 'Multi Window Ranking',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Adds several rankings, each with its own partition, order and name (by default the name of the function). Without a partition, all rows are ranked together. Rows that are equal in the order have the same rank, followed by a gap (RANK) or none (DENSE_RANK); ROW_NUMBER numbers them in any order.',
  fields: {
    rankings: rows(
      {
        windowFunctions: choice(rankings, { required: true, title: 'Function' }),
        partitionByCols: text({ title: 'Partition by' }),
        orderByCols: text({ title: 'Order by', description: 'Such as AGE DESC, NAME' }),
        outPutColumns: text({ title: 'New column' }),
      },
      {
        key: 'windowFunctions',
        required: true,
        widgets: {
          windowFunctions: 'list_array',
          partitionByCols: 'list_textfield',
          orderByCols: 'list_textfield',
          outPutColumns: 'list_textfield',
        },
      },
    ),
  },
  examples: [
    {
      name: 'adds two rankings, one within partitions and one over all rows',
      fields: {
        windowFunctions: ['RANK', 'ROW_NUMBER'],
        partitionByCols: ['dept', ''],
        orderByCols: ['pay', 'dept, pay DESC'],
        outPutColumns: ['place', ''],
      },
      input: table('dept string, pay int', [
        ['a', 5],
        ['a', 3],
        ['b', null],
        [null, 1],
      ]),
      output: table('dept string, pay int, place int, row_number int', [
        ['a', 5, 2, 2],
        ['a', 3, 1, 3],
        ['b', null, 1, 4],
        [null, 1, 1, 1],
      ]),
    },
    {
      name: 'ranks ties; takes unusual names',
      fields: { windowFunctions: ['DENSE_RANK'], orderByCols: ['a.b'], outPutColumns: ['ü.rank'] },
      input: table('`a.b` date', [['2024-01-01'], ['2024-01-01'], ['2024-01-02']]),
      output: table('`a.b` date, `ü.rank` int', [
        ['2024-01-01', 1],
        ['2024-01-01', 1],
        ['2024-01-02', 2],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { windowFunctions: ['RANK'], orderByCols: ['a'] },
      input: table('a int', []),
      output: table('a int, rank int', []),
    },
    {
      name: 'requires an order',
      fields: { windowFunctions: ['RANK'] },
      input: table('a int', []),
      error: 'field "orderByCols" is required',
    },
  ],
  run: ({ input, schema, engine, fields }) =>
    input.withColumns(
      fields.rankings.map((r) => [
        r.outPutColumns?.trim() || rankingName(r.windowFunctions),
        rankColumn(r.windowFunctions, windowOf(r, schema, engine)),
      ]),
    ),
});
