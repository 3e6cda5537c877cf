import { minMaxScaler as makeMinMaxScaler } from '@millrace/spark-connect/ml';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { denseVector } from '../kit/vectors.ts';

export const minMaxScaler = processor({
  nodeClass: 'fire.nodes.ml.NodeMinMaxScaler',
  formerly: ['fire.nodes.etl.NodeMinMaxScaler'],
  name: 'Min Max Scaler',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureScaler',
  description:
    'Adds a vector in which each feature runs from one bound to another, by the least and the greatest that it has in all rows. A feature that never changes lies in the middle. The model goes on beside the rows.',
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    max: number({ default: 1, title: 'Greatest' }),
    min: number({ default: 0, title: 'Least' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'from 0 to 1; what never changes lies in the middle',
      fields: { inputCol: 'v', outputCol: 's' },
      input: table('v vector', [[denseVector(10, 7)], [denseVector(15, 7)], [denseVector(20, 7)]]),
      output: table('v vector, s vector', [
        [denseVector(10, 7), denseVector(0, 0.5)],
        [denseVector(15, 7), denseVector(0.5, 0.5)],
        [denseVector(20, 7), denseVector(1, 0.5)],
      ]),
    },
    {
      name: 'other bounds',
      fields: { inputCol: 'v', outputCol: 's', min: '-1', max: '3' },
      input: table('v vector', [[denseVector(0)], [denseVector(4)]]),
      output: table('v vector, s vector', [
        [denseVector(0), denseVector(-1)],
        [denseVector(4), denseVector(3)],
      ]),
    },
    {
      name: 'bounds in the wrong order',
      fields: { inputCol: 'v', outputCol: 's', min: '1', max: '1' },
      input: table('v vector', [[denseVector(0)]]),
      error: '"min" is 1, which is not below "max" (1)',
    },
    {
      name: 'no rows to learn from',
      fields: { inputCol: 'v', outputCol: 's' },
      input: table('v vector', []),
      error: 'there are no rows to learn from',
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 'v', outputCol: 's' },
      input: table('v vector', [[denseVector(10, 7)], [denseVector(15, 7)], [denseVector(20, 7)], [null]]),
      error: 'a row has null in the column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const { min, max } = fields;
    if (min >= max)
      throw new FieldError('min', `"min" is ${min}, which is not below "max" (${max})`, 'give a smaller one');
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'min-max scaler', makeMinMaxScaler({ inputCol, outputCol, min, max }), [inputCol]);
  },
});
