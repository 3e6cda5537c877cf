import { standardScaler as makeStandardScaler } from '@millrace/spark-connect/ml';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { column, flag, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { denseVector } from '../kit/vectors.ts';

export const standardScaler = processor({
  nodeClass: 'fire.nodes.ml.NodeStandardScaler',
  name: 'Standard Scaler',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureScaler',
  description:
    'Adds a vector in which each feature is divided by its standard deviation (of a sample), and where asked for has its mean taken off before. A feature that never changes becomes 0. The model goes on beside the rows.',
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    withMean: flag({ default: false, title: 'Take off the mean' }),
    withStd: flag({ default: true, title: 'Divide by the standard deviation' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'divided by the standard deviation',
      fields: { inputCol: 'v', outputCol: 's' },
      input: table('v vector', [[denseVector(2, 7)], [denseVector(4, 7)], [denseVector(6, 7)]]),
      output: table('v vector, s vector', [
        [denseVector(2, 7), denseVector(1, 0)],
        [denseVector(4, 7), denseVector(2, 0)],
        [denseVector(6, 7), denseVector(3, 0)],
      ]),
    },
    {
      name: 'around the mean',
      fields: { inputCol: 'v', outputCol: 's', withMean: 'true', withStd: 'false' },
      input: table('v vector', [[denseVector(2)], [denseVector(4)]]),
      output: table('v vector, s vector', [
        [denseVector(2), denseVector(-1)],
        [denseVector(4), denseVector(1)],
      ]),
    },
    {
      name: 'neither true nor false',
      fields: { inputCol: 'v', outputCol: 's', withMean: 'maybe' },
      input: table('v vector', [[denseVector(2)]]),
      error: 'neither true nor false',
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
      input: table('v vector', [[denseVector(2)], [null]]),
      error: 'a row has null in the column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'standard scaler', makeStandardScaler({ ...fields, inputCol, outputCol }), [inputCol]);
  },
});
