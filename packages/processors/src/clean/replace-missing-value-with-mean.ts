import { columns } from '../kit/list-fields.ts';
import { impute } from './_impute.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const replaceMissingValueWithMean = processor({
  nodeClass: 'fire.nodes.ml.NodeReplaceMissingValueWithMean',
  name: 'Imputing With Mean Value',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Replaces missing values (null or NaN) with the mean of the other values of the column, in place. For integer columns, the mean is truncated. A column without any values is left unchanged.',
  fields: { inputCols: columns({ title: 'Columns' }) },
  examples: [
    {
      name: 'truncates the mean for integer columns and leaves other columns unchanged',
      fields: { inputCols: ['age', 'size'] },
      input: table('age int, size double, n int', [
        [30, 1.5, null],
        [null, null, 1],
        [40, 2.5, 2],
        [36, NaN, null],
      ]),
      output: table('age int, size double, n int', [
        [30, 1.5, null],
        [35, 2, 1],
        [40, 2.5, 2],
        [36, 2, null],
      ]),
      ordered: true,
    },
    {
      name: 'fills bigints, floats and decimals, rounding halves of decimals up; takes names with dots',
      fields: { inputCols: ['l', 'f', 'm.x'] },
      input: table('l bigint, f float, `m.x` decimal(4,1)', [
        [null, null, null],
        [-5n, 0.5, '0.1'],
        [-4n, 1, '0.2'],
      ]),
      output: table('l bigint, f float, `m.x` decimal(4,1)', [
        [-4n, 0.75, '0.2'],
        [-5n, 0.5, '0.1'],
        [-4n, 1, '0.2'],
      ]),
    },
    {
      name: 'leaves a column without any values null',
      fields: { inputCols: ['x'] },
      input: table('x int', [[null], [null]]),
      output: table('x int', [[null], [null]]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { inputCols: ['x'] },
      input: table('x double', []),
      output: table('x double', []),
    },
    {
      name: 'rejects a string column',
      fields: { inputCols: ['s'] },
      input: table('s string', [['1']]),
      error: 'column "s" in field "inputCols" has type STRING: must be numeric',
    },
  ],
  run({ input, schema, fields, engine }) {
    const rules = requireNumbers(schema, fields.inputCols, 'inputCols').map(({ name, type }) => ({
      name,
      type,
      statistic: 'mean' as const,
    }));
    return impute(input, schema, rules, engine);
  },
});
