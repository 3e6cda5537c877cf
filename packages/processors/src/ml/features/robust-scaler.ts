import { robustScaler as makeRobustScaler } from '@millrace/spark-connect/ml';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { column, flag, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { denseVector } from '../kit/vectors.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const robustScaler = processor({
  nodeClass: 'fire.nodes.ml.NodeRobustScaler',
  formerly: ['fire.nodes.etl.NodeRobustScaler'],
  name: 'Robust Scaler',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `Adds a vector in which each feature is divided by its interquartile range, optionally after its median is subtracted, so that outliers have little effect. ${passesOnFitted}`,
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    withCentering: flag({ default: false, title: 'Subtract the median' }),
    withScaling: flag({ default: true, title: 'Divide by the interquartile range' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'centers on the median and scales by the quartiles',
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
      name: 'only scales by default',
      fields: { inputCol: 'v', outputCol: 's', withCentering: '', withScaling: '' },
      input: table('v vector', [[denseVector(0)], [denseVector(2)], [denseVector(4)]]),
      output: table('v vector, s vector', [
        [denseVector(0), denseVector(0)],
        [denseVector(2), denseVector(0.5)],
        [denseVector(4), denseVector(1)],
      ]),
    },
    {
      name: 'rejects numbers',
      fields: { inputCol: 'x', outputCol: 's' },
      input: table('x double', [[1]]),
      error: 'must be a vector',
    },
    {
      name: 'rejects an input without rows',
      fields: { inputCol: 'v', outputCol: 's', withCentering: 'true' },
      input: table('v vector', []),
      error: 'no rows to train on',
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'v', outputCol: 's', withCentering: 'true' },
      input: table('v vector', [
        [denseVector(0)],
        [denseVector(2)],
        [denseVector(4)],
        [denseVector(6)],
        [denseVector(1000)],
        [null],
      ]),
      error: 'a row has null in column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'robust scaler', makeRobustScaler({ ...fields, inputCol, outputCol }), [inputCol]);
  },
});
