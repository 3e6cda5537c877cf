import { imputer as makeImputer } from '@millrace/spark-connect/ml';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { choice, text } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { parts } from '../kit/lists.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const imputerOfColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeImputer',
  name: 'Imputer',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `For each chosen column, adds a column in which nulls and NaN are replaced by the mean, median or most frequent value of the column. ${passesOnFitted}`,
  fields: {
    inputCols: columns({ required: true, title: 'Columns' }),
    outputCols: text({
      required: true,
      title: 'New columns',
      description: 'One name per column, separated by commas',
    }),
    strategy: choice(['mean', 'median', 'mode'], { default: 'mean', title: 'Strategy' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'replaces missing values of two columns by their medians',
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
      name: 'rejects fewer new columns than columns',
      fields: { inputCols: ['a', 'b'], outputCols: 'x' },
      input: table('a double, b double', [[1, null]]),
      error: 'field "outputCols" has 1 name: must have 2, one per column',
    },
    {
      name: 'rejects an input without rows',
      fields: { inputCols: ['a', 'b'], outputCols: 'x, y', strategy: 'median' },
      input: table('a double, b float', []),
      error: 'no rows to train on',
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
        `field "outputCols" has ${outputCols.length} name${outputCols.length === 1 ? '' : 's'}: must have ${inputCols.length}, one per column`,
        'enter one name per column',
      );
    for (const name of outputCols) newColumn(schema, name, 'outputCols');
    return fitting(context, 'imputer', makeImputer({ inputCols, outputCols, strategy: fields.strategy }));
  },
});
