import { minMaxScaler as makeMinMaxScaler } from '@millrace/spark-connect/ml';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { number } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { denseVector } from '../kit/vectors.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const minMaxScaler = processor({
  nodeClass: 'fire.nodes.ml.NodeMinMaxScaler',
  formerly: ['fire.nodes.etl.NodeMinMaxScaler'],
  name: 'Min Max Scaler',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureScaler',
  description: `Adds a vector in which each feature is scaled from its minimum and maximum over all rows to the chosen range. A constant feature is set to the middle of the range. ${passesOnFitted}`,
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    max: number({ default: 1, title: 'Maximum' }),
    min: number({ default: 0, title: 'Minimum' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'scales to 0 to 1 and sets a constant feature to the middle',
      fields: { inputCol: 'v', outputCol: 's' },
      input: table('v vector', [[denseVector(10, 7)], [denseVector(15, 7)], [denseVector(20, 7)]]),
      output: table('v vector, s vector', [
        [denseVector(10, 7), denseVector(0, 0.5)],
        [denseVector(15, 7), denseVector(0.5, 0.5)],
        [denseVector(20, 7), denseVector(1, 0.5)],
      ]),
    },
    {
      name: 'scales to other bounds',
      fields: { inputCol: 'v', outputCol: 's', min: '-1', max: '3' },
      input: table('v vector', [[denseVector(0)], [denseVector(4)]]),
      output: table('v vector, s vector', [
        [denseVector(0), denseVector(-1)],
        [denseVector(4), denseVector(3)],
      ]),
    },
    {
      name: 'rejects bounds in the wrong order',
      fields: { inputCol: 'v', outputCol: 's', min: '1', max: '1' },
      input: table('v vector', [[denseVector(0)]]),
      error: 'invalid value 1 for field "min": must be less than field "max" (1)',
    },
    {
      name: 'rejects an input without rows',
      fields: { inputCol: 'v', outputCol: 's' },
      input: table('v vector', []),
      error: 'no rows to train on',
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'v', outputCol: 's' },
      input: table('v vector', [[denseVector(10, 7)], [denseVector(15, 7)], [denseVector(20, 7)], [null]]),
      error: 'a row has null in column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const { min, max } = fields;
    if (min >= max)
      throw new FieldError(
        'min',
        `invalid value ${min} for field "min": must be less than field "max" (${max})`,
        'enter a smaller number',
      );
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'min-max scaler', makeMinMaxScaler({ inputCol, outputCol, min, max }), [inputCol]);
  },
});
