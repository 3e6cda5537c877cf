import { requireColumns } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { impute } from './_impute.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const replaceMissingValueWithMode = processor({
  nodeClass: 'fire.nodes.ml.NodeReplaceMissingValueWithMode',
  name: 'Imputing With Mode Value',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Replaces missing values (null or NaN) with the most frequent value of the column, in place; of several equally frequent values, with the smallest. A column without any values is left unchanged.',
  fields: { colNames: columns({ title: 'Columns' }) },
  examples: [
    {
      name: 'fills strings and numbers with the most frequent value',
      fields: { colNames: ['city', 'n', 'd'] },
      input: table('city string, n int, d double', [
        ['Oslo', 1, 0.5],
        [null, null, null],
        ['Zürich', 2, NaN],
        ['Zürich', 2, 0.5],
        [null, 3, 9],
      ]),
      output: table('city string, n int, d double', [
        ['Oslo', 1, 0.5],
        ['Zürich', 2, 0.5],
        ['Zürich', 2, 0.5],
        ['Zürich', 2, 0.5],
        ['Zürich', 3, 9],
      ]),
      ordered: true,
    },
    {
      name: 'takes the smallest of equally frequent values; fills Booleans and dates',
      fields: { colNames: ['a.b', 'b', 'd'] },
      input: table('`a.b` string, b boolean, d date', [
        ['b', true, '2024-02-02'],
        ['a', false, '2024-01-01'],
        [null, null, null],
        ['c', true, null],
      ]),
      output: table('`a.b` string, b boolean, d date', [
        ['b', true, '2024-02-02'],
        ['a', false, '2024-01-01'],
        ['a', true, '2024-01-01'],
        ['c', true, '2024-01-01'],
      ]),
    },
    {
      name: 'leaves a column without any values null',
      fields: { colNames: ['x'] },
      input: table('x string', [[null]]),
      output: table('x string', [[null]]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { colNames: ['x'] },
      input: table('x string', []),
      output: table('x string', []),
    },
  ],
  run({ input, schema, fields, engine }) {
    const rules = requireColumns(schema, fields.colNames, 'colNames').map(({ name, type }) => ({
      name,
      type,
      statistic: 'mode' as const,
    }));
    return impute(input, schema, rules, engine);
  },
});
