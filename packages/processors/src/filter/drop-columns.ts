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
    'Takes the chosen columns away and keeps all others in their order. With none chosen the input goes on unchanged.',
  fields: { dropCols: columns({ title: 'Columns to drop' }) },
  examples: [
    {
      name: 'the chosen columns go, the others keep their order',
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
      name: 'names with dots and backticks mean just these columns',
      fields: { dropCols: ['a.b', 'q`t'] },
      input: table('a struct<b:int>, `a.b` int, `q``t` int', [[{ b: 1 }, 2, 3]]),
      output: table('a struct<b:int>', [[{ b: 1 }]]),
    },
    {
      name: 'nothing chosen drops nothing; an empty input stays empty',
      input: table('a int, b string', []),
      output: table('a int, b string', []),
    },
    {
      name: 'a column that is not there is named',
      fields: { dropCols: ['A', 'x'] },
      input: table('a int, b int', [[1, 2]]),
      error: '"x", which the input does not have',
    },
  ],
  run: ({ input, schema, fields }) =>
    input.drop(...requireColumns(schema, fields.dropCols, 'dropCols').map(({ name }) => F.columnNamed(name))),
});
