import { functions as F } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { analyticColumn, analytics, windowOf } from './_window-functions.ts';

export const multiWindowAnalytics = processor({
  nodeClass: 'fire.nodes.etl.NodeMultiWindowAnalytics',
  name: 'Multi Window Analytics',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Adds several columns, each with the value of another row of the partition: the first row, the last row so far (the current row, or a row that is equal in the order), the previous row (lag) or the next row (lead). Each column has its own partition, order and name, by default `<function>_<column>`. The value is null if there is no such row or its value is null.',
  fields: {
    analytics: rows(
      {
        analyticsCols: column({ required: true, title: 'Column' }),
        windowFunctions: choice(analytics, { required: true, title: 'Function' }),
        partitionByCols: text({ title: 'Partition by' }),
        orderByCols: text({ title: 'Order by', description: 'Such as AGE DESC, NAME' }),
        outPutColumns: text({ title: 'New column' }),
      },
      { key: 'analyticsCols', required: true },
    ),
  },
  examples: [
    {
      name: 'takes the previous and the next row; null if there is none',
      fields: {
        analyticsCols: ['v', 'v'],
        windowFunctions: ['lag', 'lead'],
        partitionByCols: ['k', ''],
        orderByCols: ['n', 'n DESC'],
        outPutColumns: ['before', ''],
      },
      input: table('k string, n int, v string', [
        ['a', 1, 'x'],
        ['a', 2, null],
        ['a', 3, 'é'],
        ['b', 4, 'z'],
      ]),
      output: table('k string, n int, v string, before string, lead_v string', [
        ['a', 1, 'x', null, null],
        ['a', 2, null, 'x', 'x'],
        ['a', 3, 'é', null, null],
        ['b', 4, 'z', null, 'é'],
      ]),
    },
    {
      name: 'takes the first and last of rows that are equal in the order',
      fields: {
        analyticsCols: ['a.b', 'a.b'],
        windowFunctions: ['first_value', 'last_value'],
        partitionByCols: ['p, q', 'p'],
        orderByCols: ['`a.b`', '`a.b` DESC'],
      },
      input: table('p int, q int, `a.b` double', [
        [1, 1, 2],
        [1, 1, 2],
        [1, null, Number.NaN],
      ]),
      output: table('p int, q int, `a.b` double, `first_value_a.b` double, `last_value_a.b` double', [
        [1, 1, 2, 2, 2],
        [1, 1, 2, 2, 2],
        [1, null, Number.NaN, Number.NaN, Number.NaN],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { analyticsCols: ['a'], windowFunctions: ['lag'], orderByCols: ['a'], outPutColumns: ['ü'] },
      input: table('a bigint', []),
      output: table('a bigint, `ü` bigint', []),
    },
  ],
  run: ({ input, schema, engine, fields }) =>
    input.withColumns(
      fields.analytics.map((rule) => {
        const { name } = requireColumn(schema, rule.analyticsCols, 'analyticsCols');
        const value = analyticColumn(rule.windowFunctions, F.columnNamed(name), 1, windowOf(rule, schema, engine));
        return [rule.outPutColumns?.trim() || `${rule.windowFunctions}_${name}`, value];
      }),
    ),
});
