import { functions as F, type DataFrame } from '@millrace/spark-connect';
import { requireColumn } from '../core/columns.ts';
import { constantOf } from '../core/constants.ts';
import { choice, column, FieldError, rows, text } from '../core/fields.ts';
import { impute } from '../core/impute.ts';
import { isMissing } from '../core/missing.ts';
import { requireNumbers } from '../core/numbers.ts';
import { processor, table } from '../core/processor.ts';

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
  run: ({ input, schema, fields, engine }) =>
    fields.rules.reduce((filled: DataFrame, { inputCols, strategy, replaceValue, constants }) => {
      const { name, type } = requireColumn(schema, inputCols, 'inputCols');
      const alsoMissing = replaceValue === undefined ? undefined : constantOf(replaceValue, type, name, 'replaceValue');
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
      const cell = F.columnNamed(name);
      const missing =
        alsoMissing === undefined ? isMissing(cell, type) : isMissing(cell, type).or(cell.eq(alsoMissing));
      return filled.withColumn(name, F.when(missing, constantOf(constants, type, name, 'constants')).otherwise(cell));
    }, input),
});
