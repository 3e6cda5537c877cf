import { robustScaler as makeRobustScaler } from '@millrace/spark-connect/ml';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { column, flag, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { denseVector } from '../kit/vectors.ts';

export const robustScaler = processor({
  nodeClass: 'fire.nodes.ml.NodeRobustScaler',
  formerly: ['fire.nodes.etl.NodeRobustScaler'],
  name: 'Robust Scaler',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a vector in which each feature is divided by the distance between its quartiles, and where asked for has its median taken off before: a few values far out change little. The model goes on beside the rows.',
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    withCentering: flag({ default: false, title: 'Take off the median' }),
    withScaling: flag({ default: true, title: 'Divide by the distance of quartiles' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'the median is 0, the quartiles lie 1 apart',
      fields: { inputCol: 'v', outputCol: 's', withCentering: 'true' },
      input: table('v vector', [
        [denseVector(0)],
        [denseVector(2)],
        [denseVector(4)],
        [denseVector(6)],
        [denseVector(1000)],
      ]),
      output: table('v vector, s vector', [
        [denseVector(0), denseVector(-1)],
        [denseVector(2), denseVector(-0.5)],
        [denseVector(4), denseVector(0)],
        [denseVector(6), denseVector(0.5)],
        [denseVector(1000), denseVector(249)],
      ]),
    },
    {
      name: 'divided alone, where nothing is said',
      fields: { inputCol: 'v', outputCol: 's', withCentering: '', withScaling: '' },
      input: table('v vector', [[denseVector(0)], [denseVector(2)], [denseVector(4)]]),
      output: table('v vector, s vector', [
        [denseVector(0), denseVector(0)],
        [denseVector(2), denseVector(0.5)],
        [denseVector(4), denseVector(1)],
      ]),
    },
    {
      name: 'numbers are no vectors',
      fields: { inputCol: 'x', outputCol: 's' },
      input: table('x double', [[1]]),
      error: 'holds no vectors',
    },
    {
      name: 'no rows to learn from',
      fields: { inputCol: 'v', outputCol: 's', withCentering: 'true' },
      input: table('v vector', []),
      error: 'there are no rows to learn from',
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 'v', outputCol: 's', withCentering: 'true' },
      input: table('v vector', [
        [denseVector(0)],
        [denseVector(2)],
        [denseVector(4)],
        [denseVector(6)],
        [denseVector(1000)],
        [null],
      ]),
      error: 'a row has null in the column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'robust scaler', makeRobustScaler({ ...fields, inputCol, outputCol }), [inputCol]);
  },
});
