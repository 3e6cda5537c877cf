import { imputer as makeImputer } from '@millrace/spark-connect/ml';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const imputer = processor({
  nodeClass: 'fire.nodes.ml.NodeImputer',
  name: 'Imputer',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `Adds a column with the numbers of another column in which nulls and NaN are replaced by its mean, median or most frequent value. ${passesOnFitted}`,
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
    strategy: choice(['mean', 'median', 'mode'], { default: 'mean', title: 'Strategy' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'replaces null and NaN by the mean',
      fields: { inputCol: 'x', outputCol: 'y' },
      input: table('x double', [[1], [null], [NaN], [4]]),
      output: table('x double, y double', [
        [1, 1],
        [null, 2.5],
        [NaN, 2.5],
        [4, 4],
      ]),
    },
    {
      name: 'replaces nulls of whole numbers by the most frequent value',
      fields: { inputCol: 'x', outputCol: 'y', strategy: 'mode' },
      input: table('x int', [[7], [7], [1], [null]]),
      output: table('x int, y int', [
        [7, 7],
        [7, 7],
        [1, 1],
        [null, 7],
      ]),
    },
    {
      name: 'rejects text',
      fields: { inputCol: 't', outputCol: 'y' },
      input: table('t string', [['1']]),
      error: 'must be numeric',
    },
    {
      name: 'rejects an input without rows',
      fields: { inputCol: 'x', outputCol: 'y' },
      input: table('x double', []),
      error: 'no rows to train on',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireNumber(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'imputer', makeImputer({ inputCol, outputCol, strategy: fields.strategy }));
  },
});
