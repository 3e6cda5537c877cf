import { functions as F, types } from '@millrace/spark-connect';
import { compareNumber } from '../kit/bounds.ts';
import { column, text } from '../kit/fields.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const filterByNumberRange = processor({
  nodeClass: 'fire.nodes.etl.NodeFilterByNumberRange',
  name: 'Filter By Number Range',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description: 'Keeps the rows whose number is between two numbers, both included. Rows with null or NaN are dropped.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    lowestValue: text({ required: true, title: 'Minimum' }),
    highestValue: text({ required: true, title: 'Maximum' }),
  },
  examples: [
    {
      name: 'includes both ends; drops nulls',
      fields: { inputCol: 'n', lowestValue: '2', highestValue: '4' },
      input: table('n int, s string', [
        [1, 'a'],
        [2, 'b'],
        [3, null],
        [4, 'd'],
        [5, 'e'],
        [null, 'f'],
      ]),
      output: table('n int, s string', [
        [2, 'b'],
        [3, null],
        [4, 'd'],
      ]),
      ordered: true,
    },
    {
      name: 'takes bounds with a fraction; drops NaN',
      fields: { inputCol: 'a.b', lowestValue: '-0.5', highestValue: '1e3' },
      input: table('`a.b` double', [[-0.5], [-0.50001], [1000], [NaN], [Infinity], [null]]),
      output: table('`a.b` double', [[-0.5], [1000]]),
    },
    {
      name: 'compares bigints and decimals exactly',
      fields: { inputCol: 'l', lowestValue: '9007199254740993', highestValue: '9223372036854775807' },
      input: table('l bigint', [[9007199254740992n], [9007199254740993n], [9223372036854775807n]]),
      output: table('l bigint', [[9007199254740993n], [9223372036854775807n]]),
    },
    {
      name: 'compares decimals',
      fields: { inputCol: 'm', lowestValue: '0.1', highestValue: '0.30' },
      input: table('m decimal(5,2)', [['0.09'], ['0.10'], ['0.30'], ['0.31'], [null]]),
      output: table('m decimal(5,2)', [['0.10'], ['0.30']]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { inputCol: 'n', lowestValue: '1', highestValue: '2' },
      input: table('n float', []),
      output: table('n float', []),
    },
    {
      name: 'rejects a bound that is not a number',
      fields: { inputCol: 'n', lowestValue: 'low', highestValue: '2' },
      input: table('n int', [[1]]),
      error: 'invalid value "low" for field "lowestValue": must be a number',
    },
    {
      name: 'compares all digits of long decimals',
      fields: { inputCol: 'm', lowestValue: '-1', highestValue: '0' },
      input: table('m decimal(38,18), w decimal(38,0)', [
        ['0.000000000000000001', '1'],
        ['0.000000000000000000', '2'],
        ['-1.000000000000000001', '3'],
        [null, null],
      ]),
      output: table('m decimal(38,18), w decimal(38,0)', [['0.000000000000000000', '2']]),
    },
    {
      name: 'compares decimals of 38 digits without a fraction',
      fields: { inputCol: 'w', lowestValue: '0.5', highestValue: '1e20' },
      input: table('w decimal(38,0)', [['99999999999999999999999999999999999999'], ['1'], ['0']]),
      output: table('w decimal(38,0)', [['1']]),
    },
  ],
  run({ input, schema, fields }) {
    const [numberColumn] = requireNumbers(schema, [fields.inputCol], 'inputCol');
    const { name, type } = numberColumn ?? { name: fields.inputCol, type: types.double };
    const cell = F.columnNamed(name);
    return input.filter(
      compareNumber(cell, type, 'gte', fields.lowestValue, 'lowestValue').and(
        compareNumber(cell, type, 'lte', fields.highestValue, 'highestValue'),
      ),
    );
  },
});
