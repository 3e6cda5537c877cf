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
  description: 'Keeps the selected columns, in the order of selection. The rows do not change.',
  fields: { outputCols: columns({ required: true, title: 'Columns' }) },
  examples: [
    {
      name: 'keeps the selected columns in the order of selection; preserves row order and nulls',
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
      name: 'takes names with dots, backticks and Unicode; ignores case and keeps the spelling of the input',
      fields: { outputCols: ['a.b', 'q`t', 'STRASSE'] },
      input: table('Strasse int, `q``t` int, `a.b` int, a struct<b:int>', [[1, 2, 3, { b: 4 }]]),
      output: table('`a.b` int, `q``t` int, Strasse int', [[3, 2, 1]]),
    },
    {
      name: 'keeps the columns of an empty input',
      fields: { outputCols: ['b'] },
      input: table('a int, b string', []),
      output: table('b string', []),
    },
    {
      name: 'rejects an unknown column',
      fields: { outputCols: ['a', 'x'] },
      input: table('a int, b int', [[1, 2]]),
      error: 'unknown column "x" in field "outputCols": the input has a, b',
    },
  ],
  run: ({ input, schema, fields }) =>
    input.select(...requireColumns(schema, fields.outputCols, 'outputCols').map(({ name }) => F.columnNamed(name))),
});
