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
    'Puts the mean of the values that are there for those that are missing (null or NaN), in place. Whole numbers take the mean without its fraction. A column without any value stays as it is.',
  fields: { inputCols: columns({ title: 'Columns' }) },
  examples: [
    {
      name: 'whole numbers take the mean without its fraction; other columns stay',
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
      name: 'long numbers, floats and decimals; halves of a decimal round up; names with dots',
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
      name: 'a column without any value stays null',
      fields: { inputCols: ['x'] },
      input: table('x int', [[null], [null]]),
      output: table('x int', [[null], [null]]),
    },
    {
      name: 'an empty input stays empty',
      fields: { inputCols: ['x'] },
      input: table('x double', []),
      output: table('x double', []),
    },
    {
      name: 'a column of text is refused',
      fields: { inputCols: ['s'] },
      input: table('s string', [['1']]),
      error: '"s", which is of type string',
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
