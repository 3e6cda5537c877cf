import { pca as makePca } from '@millrace/spark-connect/ml';
import { vectorSizeOf } from '../kit/attributes.ts';
import { requireColumn } from '../../kit/columns.ts';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';

export const pca = processor({
  nodeClass: 'fire.nodes.ml.NodePCA',
  name: 'PCA',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/DimensionalityReduction',
  description:
    'Adds a shorter vector that retains as much of the variance between rows as possible: the projection of a vector onto its principal components. Scale features of different magnitude first.',
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    k: integer({ required: true, min: 1, max: maxInteger, title: 'Principal components' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'finds the axis along which rows vary',
      fields: { inputCol: 'v', outputCol: 'p', k: '1' },
      input: table('v vector', [[denseVector(1, 7)], [denseVector(2, 7)], [denseVector(4, 7)]]),
      output: table('v vector, p vector', [
        [denseVector(1, 7), denseVector(1)],
        [denseVector(2, 7), denseVector(2)],
        [denseVector(4, 7), denseVector(4)],
      ]),
    },
    {
      name: 'rejects more components than features',
      fields: { inputCol: 'v', outputCol: 'p', k: '3' },
      input: table('v vector', [[denseVector(1, 7)]]),
      error: 'source vector size 2 must be no less than k=3',
    },
    {
      name: 'rejects a missing number of components',
      fields: { inputCol: 'v', outputCol: 'p' },
      input: table('v vector', [[denseVector(1, 7)]]),
      error: 'field "k" is required',
    },
    {
      name: 'rejects an input without rows',
      fields: { inputCol: 'v', outputCol: 'p', k: '1' },
      input: table('v vector', []),
      error: 'no rows to train on',
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'v', outputCol: 'p', k: '1' },
      input: table('v vector', [[denseVector(1, 7)], [denseVector(2, 7)], [denseVector(4, 7)], [null]]),
      error: 'a row has null in column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const vectorSize = vectorSizeOf(requireColumn(schema, inputCol, 'inputCol'));
    if (vectorSize !== undefined && fields.k > vectorSize)
      throw new FieldError(
        'k',
        `invalid value ${fields.k} for field "k": must be at most ${vectorSize}, the size of the vectors`,
        `enter ${vectorSize} or less`,
      );
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(context, [makePca({ inputCol, outputCol, k: fields.k })], [inputCol]);
  },
});
