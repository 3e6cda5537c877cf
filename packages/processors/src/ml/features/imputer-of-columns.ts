import { imputer as makeImputer } from '@millrace/spark-connect/ml';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { choice, text } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { parts } from '../kit/lists.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';

export const imputerOfColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeImputer',
  name: 'Imputer',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds for each chosen column one with its numbers, and where those are null or NaN their mean, median or most frequent value. The model goes on beside the rows.',
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    outputCols: text({
      required: true,
      title: 'New columns',
      description: 'As many as the columns, with commas between them',
    }),
    strategy: choice(['mean', 'median', 'mode'], { default: 'mean', title: 'What stands in' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'the medians of two columns',
      fields: { inputCols: ['a', 'b'], outputCols: 'x, y', strategy: 'median' },
      input: table('a double, b float', [
        [1, null],
        [null, 2],
        [2, 4],
        [9, 6],
      ]),
      output: table('a double, b float, x double, y float', [
        [1, null, 1, 4],
        [null, 2, 2, 2],
        [2, 4, 2, 4],
        [9, 6, 9, 6],
      ]),
    },
    {
      name: 'fewer new columns than columns',
      fields: { inputCols: ['a', 'b'], outputCols: 'x' },
      input: table('a double, b double', [[1, null]]),
      error: '"outputCols" has 1 name for 2 columns',
    },
    {
      name: 'no rows to learn from',
      fields: { inputCols: ['a', 'b'], outputCols: 'x, y', strategy: 'median' },
      input: table('a double, b float', []),
      error: 'there are no rows to learn from',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCols = fields.inputCols.map((name) => requireNumber(schema, name, 'inputCols'));
    const outputCols = parts(
      fields.outputCols
        .trim()
        .replace(/^\[(.*)\]$/, '$1')
        .replaceAll('"', ''),
    );
    if (outputCols.length !== inputCols.length)
      throw new FieldError(
        'outputCols',
        `"outputCols" has ${outputCols.length} name${outputCols.length === 1 ? '' : 's'} for ${inputCols.length} columns`,
        'give a name for each',
      );
    for (const name of outputCols) newColumn(schema, name, 'outputCols');
    return fitting(context, 'imputer', makeImputer({ inputCols, outputCols, strategy: fields.strategy }));
  },
});
