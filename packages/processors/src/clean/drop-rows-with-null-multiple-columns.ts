import { functions as F } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { hasValue } from './_missing.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const dropRowsWithNullMultipleColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeDropRowsWithNullMultipleColumns',
  name: 'Drop Null Rows for Selected Columns',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Keeps the rows in which every selected column, or every column if none is selected, has a value. NaN counts as missing, as in Spark; an empty string does not.',
  fields: { columns_to_check: columns({ title: 'Columns to check' }) },
  examples: [
    {
      name: 'checks only the selected columns',
      fields: { columns_to_check: ['a', 'c'] },
      input: table('a int, b string, c string', [
        [1, null, 'x'],
        [2, 'y', null],
        [null, 'z', 'z'],
        [3, 'w', ''],
      ]),
      output: table('a int, b string, c string', [
        [1, null, 'x'],
        [3, 'w', ''],
      ]),
      ordered: true,
    },
    {
      name: 'checks all columns if none is selected; NaN counts as missing',
      input: table('x double, y float', [
        [1, 1],
        [NaN, 1],
        [1, NaN],
        [null, 1],
        [Infinity, 0],
      ]),
      output: table('x double, y float', [
        [1, 1],
        [Infinity, 0],
      ]),
    },
    {
      name: 'takes names with dots and backticks',
      fields: { columns_to_check: ['a.b', 'q`t'] },
      input: table('`a.b` int, `q``t` int', [
        [1, null],
        [null, 1],
        [1, 1],
      ]),
      output: table('`a.b` int, `q``t` int', [[1, 1]]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { columns_to_check: ['a'] },
      input: table('a int', []),
      output: table('a int', []),
    },
  ],
  run({ input, schema, fields }) {
    const checked = requireColumns(schema, fields.columns_to_check, 'columns_to_check');
    if (checked.length === 0) return input.na.drop();
    return input.filter(checked.map((c) => hasValue(F.columnNamed(c.name), c.type)).reduce((all, one) => all.and(one)));
  },
});
