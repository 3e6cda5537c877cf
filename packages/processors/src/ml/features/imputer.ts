import { imputer as makeImputer } from '@millrace/spark-connect/ml';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';

export const imputer = processor({
  nodeClass: 'fire.nodes.ml.NodeImputer',
  name: 'Imputer',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a column with the numbers of another one, and where those are null or NaN their mean, median or most frequent value. The model goes on beside the rows.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
    strategy: choice(['mean', 'median', 'mode'], { default: 'mean', title: 'What stands in' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'the mean stands in for null and NaN',
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
      name: 'the most frequent value, of whole numbers',
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
      name: 'text has no mean',
      fields: { inputCol: 't', outputCol: 'y' },
      input: table('t string', [['1']]),
      error: 'holds no numbers',
    },
    {
      name: 'no rows to learn from',
      fields: { inputCol: 'x', outputCol: 'y' },
      input: table('x double', []),
      error: 'there are no rows to learn from',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireNumber(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'imputer', makeImputer({ inputCol, outputCol, strategy: fields.strategy }));
  },
});
