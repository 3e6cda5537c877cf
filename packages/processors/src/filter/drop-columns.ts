import { functions as F } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const dropColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeDropColumns',
  name: 'Drop Columns',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description:
    'Drops the selected columns and keeps all others in their order. If none is selected, the input is passed on unchanged.',
  fields: { dropCols: columns({ title: 'Columns to drop' }) },
  examples: [
    {
      name: 'drops the selected columns and preserves the order of the others',
      fields: { dropCols: ['c', 'a'] },
      input: table('a int, b string, c double, d boolean', [
        [1, 'x', 0.5, true],
        [null, null, null, null],
      ]),
      output: table('b string, d boolean', [
        ['x', true],
        [null, null],
      ]),
    },
    {
      name: 'takes names with dots and backticks literally',
      fields: { dropCols: ['a.b', 'q`t'] },
      input: table('a struct<b:int>, `a.b` int, `q``t` int', [[{ b: 1 }, 2, 3]]),
      output: table('a struct<b:int>', [[{ b: 1 }]]),
    },
    {
      name: 'drops nothing if no column is selected; keeps an empty input empty',
      input: table('a int, b string', []),
      output: table('a int, b string', []),
    },
    {
      name: 'rejects an unknown column',
      fields: { dropCols: ['A', 'x'] },
      input: table('a int, b int', [[1, 2]]),
      error: 'unknown column "x" in field "dropCols": the input has a, b',
    },
  ],
  run: ({ input, schema, fields }) =>
    input.drop(...requireColumns(schema, fields.dropCols, 'dropCols').map(({ name }) => F.columnNamed(name))),
});
