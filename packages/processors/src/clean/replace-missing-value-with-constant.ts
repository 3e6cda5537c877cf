import { functions as F } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { castConstant, noConstant } from '../kit/constants.ts';
import { column, text } from '../kit/fields.ts';
import { rows } from '../kit/list-fields.ts';
import { isMissing } from './_missing.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const replaceMissingValueWithConstant = processor({
  nodeClass: 'fire.nodes.ml.NodeReplaceMissingValueWithConstant',
  name: 'Imputing With Constant',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Replaces the missing values of each listed column with a constant, which is cast to the type of the column. A column without a constant is left unchanged. NaN counts as missing, as in Spark. For integer columns, the fraction of a constant is dropped. A constant that cannot be cast to the type of its column leaves the column unchanged and causes a warning.',
  fields: {
    rules: rows(
      { colNames: column({ required: true, title: 'Column' }), constants: text({ title: 'Constant' }) },
      { key: 'colNames' },
    ),
  },
  examples: [
    {
      name: 'fills each column with its own constant, cast to its type; leaves a column without a constant unchanged',
      fields: { colNames: ['n', 's', 'd', 'left'], constants: ['7', 'none', '0.5', ''] },
      input: table('n int, s string, d double, left string', [
        [1, 'a', 1, 'x'],
        [null, null, null, null],
        [null, '', NaN, null],
      ]),
      output: table('n int, s string, d double, left string', [
        [1, 'a', 1, 'x'],
        [7, 'none', 0.5, null],
        [7, '', 0.5, null],
      ]),
    },
    {
      name: 'fills dates, decimals, Booleans and bigints',
      fields: {
        colNames: ['d', 'm', 'b', 'l', 't'],
        constants: ['2024-02-29', '1.5', 'true', '9007199254740993', '2024-01-01 10:00:00'],
      },
      input: table('d date, m decimal(5,2), b boolean, l bigint, t timestamp', [
        [null, null, null, null, null],
        ['1969-12-31', '0.00', false, -1n, '1969-12-31T23:59:59Z'],
      ]),
      output: table('d date, m decimal(5,2), b boolean, l bigint, t timestamp', [
        ['2024-02-29', '1.50', true, 9007199254740993n, '2024-01-01T10:00:00Z'],
        ['1969-12-31', '0.00', false, -1n, '1969-12-31T23:59:59Z'],
      ]),
    },
    {
      name: 'takes names with dots and Unicode constants',
      fields: { colNames: ['a.b', ''], constants: ['日本', 'unused'] },
      input: table('`a.b` string', [[null], ['x']]),
      output: table('`a.b` string', [['日本'], ['x']]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { colNames: ['n'], constants: ['1'] },
      input: table('n int', []),
      output: table('n int', []),
    },
    {
      name: 'warns of a constant that the column cannot hold and leaves the column unchanged',
      fields: { colNames: ['n', 'd', 'l'], constants: ['many', 'soon', '1'] },
      input: table('n int, d date, l bigint', [[null, null, null]]),
      output: table('n int, d date, l bigint', [[null, null, 1n]]),
      warnings: [
        'invalid value "many" for field "constants": must be INT, the type of column "n"; the column is left unchanged',
        'invalid value "soon" for field "constants": must be DATE, the type of column "d"',
      ],
    },
    {
      name: 'takes integers written with a decimal point and all Boolean words of Spark',
      fields: { colNames: ['n', 'l', 'b', 'c'], constants: ['0.0', '-3.', 'Yes', '0'] },
      input: table('n int, l bigint, b boolean, c boolean', [[null, null, null, null]]),
      output: table('n int, l bigint, b boolean, c boolean', [[0, -3n, true, false]]),
    },
    {
      name: 'drops the fraction of a constant for integer columns',
      fields: { colNames: ['n', 'l', 'm'], constants: ['29.7', '-0.5', '.9'] },
      input: table('n int, l bigint, m smallint', [[null, null, null]]),
      output: table('n int, l bigint, m smallint', [[29, 0n, 0]]),
    },
  ],
  run({ input, schema, fields }) {
    const warnings: string[] = [];
    const replacements = fields.rules.flatMap(({ colNames, constants }) => {
      if (constants === undefined) return [];
      const { name, type } = requireColumn(schema, colNames, 'colNames');
      const cell = F.columnNamed(name);
      const constant = castConstant(constants, type);
      if (constant === undefined) {
        warnings.push(noConstant(constants, type, name, 'constants'));
        return [];
      }
      return [[name, F.when(isMissing(cell, type), constant).otherwise(cell)] as const];
    });
    return { outputs: [replacements.length === 0 ? input : input.withColumns(replacements)], warnings };
  },
});
