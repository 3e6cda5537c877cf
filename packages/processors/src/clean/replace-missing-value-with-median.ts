import { columns } from '../kit/list-fields.ts';
import { impute } from './_impute.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const replaceMissingValueWithMedian = processor({
  nodeClass: 'fire.nodes.ml.NodeReplaceMissingValueWithMedian',
  name: 'Imputing With Median',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Replaces missing values (null or NaN) with the exact median of the other values of the column, in place. The median of an even number of values is the mean of the middle two; for integer columns, it is truncated. A column without any values is left unchanged.',
  fields: { colNames: columns({ title: 'Columns' }) },
  examples: [
    {
      name: 'fills with the exact median of the other values',
      fields: { colNames: ['n', 'd'] },
      input: table('n int, d double, s string', [
        [3, 9, 'a'],
        [null, null, null],
        [100, -1, 'b'],
        [5, 0.5, 'c'],
        [null, NaN, 'd'],
      ]),
      output: table('n int, d double, s string', [
        [3, 9, 'a'],
        [5, 0.5, null],
        [100, -1, 'b'],
        [5, 0.5, 'c'],
        [5, 0.5, 'd'],
      ]),
      ordered: true,
    },
    {
      name: 'takes the mean of the middle two of an even number of values and truncates it for integer columns',
      fields: { colNames: ['a.b', 'f', 'l'] },
      input: table('`a.b` int, f float, l bigint', [
        [1, 1, null],
        [2, 1.5, 7n],
        [null, null, -8n],
      ]),
      output: table('`a.b` int, f float, l bigint', [
        [1, 1, 0n],
        [2, 1.5, 7n],
        [1, 1.25, -8n],
      ]),
    },
    {
      name: 'leaves a column without any values null',
      fields: { colNames: ['x'] },
      input: table('x int', [[null]]),
      output: table('x int', [[null]]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { colNames: ['x'] },
      input: table('x int', []),
      output: table('x int', []),
    },
  ],
  run({ input, schema, fields, engine }) {
    const rules = requireNumbers(schema, fields.colNames, 'colNames').map(({ name, type }) => ({
      name,
      type,
      statistic: 'median' as const,
    }));
    return impute(input, schema, rules, engine);
  },
});
