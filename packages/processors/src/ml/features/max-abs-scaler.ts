import { maxAbsScaler as makeMaxAbsScaler } from '@millrace/spark-connect/ml';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { denseVector } from '../kit/vectors.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const maxAbsScaler = processor({
  nodeClass: 'fire.nodes.ml.NodeMaxAbsScaler',
  formerly: ['fire.nodes.etl.NodeMaxAbsScaler'],
  name: 'MaxAbs Scaler',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `Adds a vector in which each feature is divided by its maximum absolute value over all rows, so that it lies between -1 and 1 and 0 stays 0. ${passesOnFitted}`,
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'divides by the maximum absolute value',
      fields: { inputCol: 'v', outputCol: 's' },
      input: table('v vector', [[denseVector(-8, 0)], [denseVector(4, 0)]]),
      output: table('v vector, s vector', [
        [denseVector(-8, 0), denseVector(-1, 0)],
        [denseVector(4, 0), denseVector(0.5, 0)],
      ]),
    },
    {
      name: 'rejects an output column that already exists',
      fields: { inputCol: 'v', outputCol: 'v' },
      input: table('v vector', [[denseVector(1)]]),
      error: 'already exists in the input',
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
      input: table('v vector', [[denseVector(-8, 0)], [denseVector(4, 0)], [null]]),
      error: 'a row has null in column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'max-abs scaler', makeMaxAbsScaler({ inputCol, outputCol }), [inputCol]);
  },
});
