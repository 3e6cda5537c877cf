import { functions as F } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, text } from '../kit/fields.ts';
import { integer } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { analyticColumn, analytics, windowOf } from './_window-functions.ts';

export const windowAnalytics = processor({
  nodeClass: 'fire.nodes.etl.NodeWindowAnalytics',
  name: 'Window Analytics',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Adds to each row the value of another row of its partition, in a column named after the function: the first row, the last row so far (the current row, or a row that is equal in the order, as in Spark), or the row at an offset before (lag) or after (lead). The value is null if there is no such row or its value is null.',
  fields: {
    partitionByCols: text({
      title: 'Partition by',
      description: 'Columns separated by commas; if blank, all rows together',
    }),
    orderByCols: text({ required: true, title: 'Order by', description: 'Such as AGE DESC, NAME' }),
    windowFunction: choice(analytics, { default: 'first_value', title: 'Function' }),
    analyticsCol: column({ required: true, title: 'Column' }),
    window_offset: integer({ default: 1, min: 0, title: 'Offset' }),
  },
  examples: [
    {
      name: 'takes the first value of the partition; null is a value and a partition',
      fields: { partitionByCols: 'k', orderByCols: 'n', analyticsCol: 'v' },
      input: table('k string, n int, v string', [
        ['a', 2, 'x'],
        ['a', 1, null],
        ['b', 1, 'é'],
        ['b', 2, 'z'],
        [null, 1, 'w'],
      ]),
      output: table('k string, n int, v string, first_value string', [
        ['a', 2, 'x', null],
        ['a', 1, null, null],
        ['b', 1, 'é', 'é'],
        ['b', 2, 'z', 'é'],
        [null, 1, 'w', 'w'],
      ]),
    },
    {
      name: 'takes the value two rows before, in descending order over all rows',
      fields: { orderByCols: '`a.b` DESC', windowFunction: 'lag', analyticsCol: 'a.b', window_offset: '2' },
      input: table('`a.b` decimal(4,1)', [['1.0'], ['2.0'], ['3.0'], [null]]),
      output: table('`a.b` decimal(4,1), lag decimal(4,1)', [
        ['3.0', null],
        ['2.0', null],
        ['1.0', '3.0'],
        [null, '2.0'],
      ]),
    },
    {
      name: 'takes the last value up to the current row and rows equal to it',
      fields: { orderByCols: 'n', windowFunction: 'last_value', analyticsCol: 'n' },
      input: table('n int', [[1], [1], [2]]),
      output: table('n int, last_value int', [
        [1, 1],
        [1, 1],
        [2, 2],
      ]),
    },
    {
      name: 'adds the new column to an empty input',
      fields: { orderByCols: 'd', windowFunction: 'lead', analyticsCol: 'd' },
      input: table('d date', []),
      output: table('d date, lead date', []),
    },
  ],
  run({ input, schema, engine, fields }) {
    const { windowFunction, analyticsCol, window_offset: offset } = fields;
    requireColumn(schema, analyticsCol, 'analyticsCol');
    return input.withColumn(
      windowFunction,
      analyticColumn(windowFunction, F.columnNamed(analyticsCol), offset, windowOf(fields, schema, engine)),
    );
  },
});
