import { functions as F, type DataFrame } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { castConstant, exactConstant, noConstant } from '../kit/constants.ts';
import { choice, column, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { rows } from '../kit/list-fields.ts';
import { impute } from './_impute.ts';
import { isMissing } from './_missing.ts';
import { requireNumbers } from '../kit/numbers.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const imputeAdvanced = processor({
  nodeClass: 'fire.nodes.etl.NodeImputeAdvanced',
  name: 'Impute Advanced',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Fills missing values with the mean, median or mode of the other values of the column, or with a constant. Nulls and NaN count as missing, and so does the value to replace, if set. The rules of one column apply in turn. The mean and median of integers are truncated; of several modes, the smallest is used.',
  fields: {
    rules: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        strategy: choice(['mean', 'median', 'mode', 'constant'], { default: 'mean', title: 'Fill with' }),
        replaceValue: text({ title: 'Also replace' }),
        constants: text({ title: 'Constant' }),
      },
      { key: 'inputCols' },
    ),
  },
  examples: [
    {
      name: 'fills each column by its strategy',
      fields: {
        inputCols: ['a', 'b', 'c', 'd'],
        strategy: ['mean', 'median', 'mode', 'constant'],
        constants: ['', '', '', '-1'],
      },
      input: table('a double, b int, c int, d int', [
        [1, 1, 7, null],
        [null, null, 7, 2],
        [2, 9, 8, 3],
        [NaN, 2, null, 4],
      ]),
      output: table('a double, b int, c int, d int', [
        [1, 1, 7, -1],
        [1.5, 2, 7, 2],
        [2, 9, 8, 3],
        [1.5, 2, 7, 4],
      ]),
    },
    {
      name: 'treats the value to replace as missing; applies the rules of one column in turn',
      fields: {
        inputCols: ['n', 'n'],
        strategy: ['constant', 'mean'],
        replaceValue: ['', '-99'],
        constants: ['-99', ''],
      },
      input: table('n int', [[1], [null], [3], [-99]]),
      output: table('n int', [[1], [2], [3], [2]]),
    },
    {
      name: 'truncates constants to integers; warns of values that the column cannot hold',
      fields: {
        inputCols: ['n', 'm'],
        strategy: ['constant', 'constant'],
        replaceValue: ['2.5', '7.0'],
        constants: ['29.7', 'many'],
      },
      input: table('n int, m int', [
        [2, 7],
        [null, null],
      ]),
      output: table('n int, m int', [
        [2, 7],
        [29, null],
      ]),
      warnings: [
        'invalid value "2.5" for field "replaceValue": no value of column "n" equals it',
        'invalid value "many" for field "constants": must be INT, the type of column "m"',
      ],
    },
    {
      name: 'keeps an empty input empty',
      fields: { inputCols: ['a.b'], strategy: ['mode'] },
      input: table('`a.b` double', []),
      output: table('`a.b` double', []),
    },
    {
      name: 'rejects the constant strategy without a constant',
      fields: { inputCols: ['n'], strategy: ['constant'] },
      input: table('n int', [[null]]),
      error: 'field "constants" is required for column "n"',
    },
  ],
  run({ input, schema, fields, engine }) {
    const warnings: string[] = [];
    const output = fields.rules.reduce((rows: DataFrame, { inputCols, strategy, replaceValue, constants }) => {
      const { name, type } = requireColumn(schema, inputCols, 'inputCols');
      const cell = F.columnNamed(name);
      const alsoMissing = replaceValue === undefined ? undefined : exactConstant(replaceValue, type);
      if (replaceValue !== undefined && alsoMissing === undefined)
        warnings.push(
          `invalid value "${replaceValue}" for field "replaceValue": no value of column "${name}" equals it`,
        );
      if (strategy !== 'constant') {
        if (strategy !== 'mode') requireNumbers(schema, [name], 'inputCols');
        return impute(
          rows,
          schema,
          [{ name, type, statistic: strategy, ...(alsoMissing === undefined ? {} : { alsoMissing }) }],
          engine,
        );
      }
      if (constants === undefined)
        throw new FieldError(
          'constants',
          `field "constants" is required for column "${name}"`,
          'enter a constant, or choose another strategy',
        );
      const constant = castConstant(constants, type);
      if (constant === undefined) {
        warnings.push(noConstant(constants, type, name, 'constants'));
        return rows;
      }
      const missing =
        alsoMissing === undefined ? isMissing(cell, type) : isMissing(cell, type).or(cell.eq(alsoMissing));
      return rows.withColumn(name, F.when(missing, constant).otherwise(cell));
    }, input);
    return { outputs: [output], warnings };
  },
});
