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
    'Fills missing values, one rule a row: by the mean, median or mode of the values that are there, or by a constant. Null and NaN are missing, and the value to replace where one is given. Rules of one column follow each other. Whole numbers take mean and median without fraction; of several modes it is the smallest.',
  fields: {
    rules: rows(
      {
        inputCols: column({ required: true, title: 'Column' }),
        strategy: choice(['mean', 'median', 'mode', 'constant'], { default: 'mean', title: 'Fill with' }),
        replaceValue: text({ title: 'Value to replace too' }),
        constants: text({ title: 'Constant' }),
      },
      { key: 'inputCols' },
    ),
  },
  examples: [
    {
      name: 'each column by its strategy',
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
      name: 'a value to replace counts as missing; rules of one column follow each other',
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
      name: 'fractions of constants are cut off; what a column cannot hold fills nothing',
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
      warnings: ['"2.5", which no value of the column "n" equals', '"many", which the column "m" of type int'],
    },
    {
      name: 'an empty input stays empty',
      fields: { inputCols: ['a.b'], strategy: ['mode'] },
      input: table('`a.b` double', []),
      output: table('`a.b` double', []),
    },
    {
      name: 'a constant strategy without a constant is refused',
      fields: { inputCols: ['n'], strategy: ['constant'] },
      input: table('n int', [[null]]),
      error: 'no constant for the column "n"',
    },
  ],
  run({ input, schema, fields, engine }) {
    const warnings: string[] = [];
    const output = fields.rules.reduce((filled: DataFrame, { inputCols, strategy, replaceValue, constants }) => {
      const { name, type } = requireColumn(schema, inputCols, 'inputCols');
      const cell = F.columnNamed(name);
      const alsoMissing = replaceValue === undefined ? undefined : exactConstant(replaceValue, type);
      if (replaceValue !== undefined && alsoMissing === undefined)
        warnings.push(`"replaceValue" is "${replaceValue}", which no value of the column "${name}" equals`);
      if (strategy !== 'constant') {
        if (strategy !== 'mode') requireNumbers(schema, [name], 'inputCols');
        return impute(
          filled,
          schema,
          [{ name, type, statistic: strategy, ...(alsoMissing === undefined ? {} : { alsoMissing }) }],
          engine,
        );
      }
      if (constants === undefined)
        throw new FieldError(
          'constants',
          `"constants" has no constant for the column "${name}"`,
          'give one, or choose another strategy',
        );
      const constant = castConstant(constants, type);
      if (constant === undefined) {
        warnings.push(noConstant(constants, type, name, 'constants'));
        return filled;
      }
      const missing =
        alsoMissing === undefined ? isMissing(cell, type) : isMissing(cell, type).or(cell.eq(alsoMissing));
      return filled.withColumn(name, F.when(missing, constant).otherwise(cell));
    }, input);
    return { outputs: [output], warnings };
  },
});
