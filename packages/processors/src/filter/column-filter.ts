import { functions as F } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const columnFilter = processor({
  nodeClass: 'fire.nodes.etl.NodeColumnFilter',
  name: 'Select Columns',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description: 'Keeps the chosen columns, in the order chosen. Rows stay as they are.',
  fields: { outputCols: columns({ required: true, title: 'Columns' }) },
  examples: [
    {
      name: 'the chosen columns in the order chosen; rows keep order and nulls',
      fields: { outputCols: ['c', 'a'] },
      input: table('a int, b string, c double', [
        [2, 'x', 0.5],
        [1, null, null],
        [null, 'z', 1],
      ]),
      output: table('c double, a int', [
        [0.5, 2],
        [null, 1],
        [1, null],
      ]),
      ordered: true,
    },
    {
      name: 'names with dots, backticks and unicode; case does not matter, the name of the input stays',
      fields: { outputCols: ['a.b', 'q`t', 'STRASSE'] },
      input: table('Strasse int, `q``t` int, `a.b` int, a struct<b:int>', [[1, 2, 3, { b: 4 }]]),
      output: table('`a.b` int, `q``t` int, Strasse int', [[3, 2, 1]]),
    },
    {
      name: 'an empty input gives an empty output with the columns',
      fields: { outputCols: ['b'] },
      input: table('a int, b string', []),
      output: table('b string', []),
    },
    {
      name: 'a column that is not there is named',
      fields: { outputCols: ['a', 'x'] },
      input: table('a int, b int', [[1, 2]]),
      error: '"x", which the input does not have (it has a, b)',
    },
  ],
  run: ({ input, schema, fields }) =>
    input.select(...requireColumns(schema, fields.outputCols, 'outputCols').map(({ name }) => F.columnNamed(name))),
});
