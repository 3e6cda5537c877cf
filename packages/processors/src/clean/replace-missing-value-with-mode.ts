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
    'Puts the most frequent of the values that are there for those that are missing (null or NaN), in place; the smallest one where several are as frequent. A column without any value stays as it is.',
  fields: { colNames: columns({ title: 'Columns' }) },
  examples: [
    {
      name: 'the most frequent value, of text and numbers',
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
      name: 'the smallest of several that are as frequent; truth values and dates too',
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
      name: 'a column without any value stays null',
      fields: { colNames: ['x'] },
      input: table('x string', [[null]]),
      output: table('x string', [[null]]),
    },
    {
      name: 'an empty input stays empty',
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
