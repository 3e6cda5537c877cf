import { standardScaler as makeStandardScaler } from '@millrace/spark-connect/ml';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { column, flag, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { denseVector } from '../kit/vectors.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const standardScaler = processor({
  nodeClass: 'fire.nodes.ml.NodeStandardScaler',
  name: 'Standard Scaler',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureScaler',
  description: `Adds a vector in which each feature is divided by its sample standard deviation, optionally after its mean is subtracted. A constant feature becomes 0. ${passesOnFitted}`,
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    withMean: flag({ default: false, title: 'Subtract the mean' }),
    withStd: flag({ default: true, title: 'Divide by the standard deviation' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'divides by the standard deviation',
      fields: { inputCol: 'v', outputCol: 's' },
      input: table('v vector', [[denseVector(2, 7)], [denseVector(4, 7)], [denseVector(6, 7)]]),
      output: table('v vector, s vector', [
        [denseVector(2, 7), denseVector(1, 0)],
        [denseVector(4, 7), denseVector(2, 0)],
        [denseVector(6, 7), denseVector(3, 0)],
      ]),
    },
    {
      name: 'centers on the mean',
      fields: { inputCol: 'v', outputCol: 's', withMean: 'true', withStd: 'false' },
      input: table('v vector', [[denseVector(2)], [denseVector(4)]]),
      output: table('v vector, s vector', [
        [denseVector(2), denseVector(-1)],
        [denseVector(4), denseVector(1)],
      ]),
    },
    {
      name: 'rejects a value that is neither true nor false',
      fields: { inputCol: 'v', outputCol: 's', withMean: 'maybe' },
      input: table('v vector', [[denseVector(2)]]),
      error: 'invalid value "maybe" for field "withMean": must be true or false',
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
      input: table('v vector', [[denseVector(2)], [null]]),
      error: 'a row has null in column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'standard scaler', makeStandardScaler({ ...fields, inputCol, outputCol }), [inputCol]);
  },
});
