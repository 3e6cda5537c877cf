import { quantileDiscretizer as makeQuantileDiscretizer } from '@millrace/spark-connect/ml';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const quantileDiscretizer = processor({
  nodeClass: 'fire.nodes.ml.NodeQuantileDiscretizer',
  name: 'Quantile Discretizer',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `Adds a column with the number, starting at 0, of the bucket that contains a number. Bounds are chosen so that all buckets hold about the same number of rows; equal bounds result in fewer buckets. ${passesOnFitted}`,
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
    numBuckets: integer({ default: 2, min: 2, max: maxInteger, title: 'Buckets' }),
    handleInvalid: choice(['error', 'skip', 'keep'], { default: 'error', title: 'Handling of null and NaN' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'puts a bound in the upper bucket',
      fields: { inputCol: 'x', outputCol: 'b' },
      input: table('x double', [[1], [2], [3], [40]]),
      output: table('x double, b double', [
        [1, 0],
        [2, 1],
        [3, 1],
        [40, 1],
      ]),
    },
    {
      name: 'makes three buckets of whole numbers',
      fields: { inputCol: 'x', outputCol: 'b', numBuckets: '3' },
      input: table('x int', [[1], [2], [3], [4], [5], [6]]),
      output: table('x int, b double', [
        [1, 0],
        [2, 1],
        [3, 1],
        [4, 2],
        [5, 2],
        [6, 2],
      ]),
    },
    {
      name: 'rejects a single bucket',
      fields: { inputCol: 'x', outputCol: 'b', numBuckets: '1' },
      input: table('x double', [[1]]),
      error: 'invalid value "1" for field "numBuckets": must be 2 or greater',
    },
    {
      name: 'rejects an input without rows',
      fields: { inputCol: 'x', outputCol: 'b' },
      input: table('x double', []),
      error: 'no rows to train on',
    },
    {
      name: 'handles a null',
      fields: { inputCol: 'x', outputCol: 'b' },
      input: table('x double', [[1], [2], [3], [40], [null]]),
      output: table('x double, b double', [
        [1, 0],
        [2, 1],
        [3, 1],
        [40, 1],
        [null, null],
      ]),
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireNumber(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'quantile discretizer', makeQuantileDiscretizer({ ...fields, inputCol, outputCol }));
  },
});
