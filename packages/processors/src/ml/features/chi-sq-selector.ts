import { chiSqSelector as makeChiSqSelector } from '@millrace/spark-connect/ml';
import { newColumn, requireNumber, requireVector } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';

export const chiSqSelector = processor({
  nodeClass: 'fire.nodes.ml.NodeChiSqSelector',
  name: 'ChiSq Selector',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureSelection',
  description:
    'Adds a vector of the features that are most informative about a label, by a chi-squared test of each feature. Features and label must be categorical.',
  fields: {
    featuresCol: column({ required: true, title: 'Features' }),
    outputCol: text({ required: true, title: 'Output column' }),
    labelCol: column({ required: true, title: 'Label' }),
    selectorType: choice(['numTopFeatures', 'percentile', 'fpr', 'fdr', 'fwe'], {
      default: 'numTopFeatures',
      title: 'Selection method',
      description:
        'A number of features, a share of them, or a bound on the p-value (fpr), the false discovery rate (fdr) or the family-wise error rate (fwe)',
    }),
    numTopFeatures: integer({ default: 50, min: 1, max: maxInteger, title: 'Number of features' }),
    percentile: number({ default: 0.1, min: 0, max: 1, title: 'Share of features' }),
    fpr: number({ default: 0.05, min: 0, max: 1 }),
    fdr: number({ default: 0.05, min: 0, max: 1 }),
    fwe: number({ default: 0.05, min: 0, max: 1 }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'selects the most informative feature',
      fields: { featuresCol: 'v', outputCol: 'w', labelCol: 'y', numTopFeatures: '1' },
      input: table('v vector, y double', [
        [denseVector(0, 1), 1],
        [denseVector(1, 0), 0],
        [denseVector(1, 1), 1],
        [denseVector(0, 0), 0],
      ]),
      output: table('v vector, y double, w vector', [
        [denseVector(0, 1), 1, denseVector(1)],
        [denseVector(1, 0), 0, denseVector(0)],
        [denseVector(1, 1), 1, denseVector(1)],
        [denseVector(0, 0), 0, denseVector(0)],
      ]),
    },
    {
      name: 'selects half of the features',
      fields: { featuresCol: 'v', outputCol: 'w', labelCol: 'y', selectorType: 'percentile', percentile: '0.5' },
      input: table('v vector, y int', [
        [denseVector(1, 3), 1],
        [denseVector(0, 3), 0],
      ]),
      output: table('v vector, y int, w vector', [
        [denseVector(1, 3), 1, denseVector(1)],
        [denseVector(0, 3), 0, denseVector(0)],
      ]),
    },
    {
      name: 'rejects a text label',
      fields: { featuresCol: 'v', outputCol: 'w', labelCol: 'y' },
      input: table('v vector, y string', [[denseVector(1), 'a']]),
      error: 'must be numeric',
    },
    {
      name: 'rejects an input without rows',
      fields: { featuresCol: 'v', outputCol: 'w', labelCol: 'y', numTopFeatures: '1' },
      input: table('v vector, y double', []),
      error: 'no rows to train on',
    },
    {
      name: 'rejects a null',
      fields: { featuresCol: 'v', outputCol: 'w', labelCol: 'y', numTopFeatures: '1' },
      input: table('v vector, y double', [
        [denseVector(0, 1), 1],
        [denseVector(1, 0), 0],
        [denseVector(1, 1), 1],
        [denseVector(0, 0), 0],
        [null, null],
      ]),
      error: 'a row has null in column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const featuresCol = requireVector(schema, fields.featuresCol, 'featuresCol');
    const labelCol = requireNumber(schema, fields.labelCol, 'labelCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(
      context,
      [makeChiSqSelector({ ...fields, featuresCol, labelCol, outputCol })],
      [featuresCol, labelCol],
    );
  },
});
