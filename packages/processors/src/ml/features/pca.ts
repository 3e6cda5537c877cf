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
    'Adds a shorter vector that keeps as much of the differences between rows as it can: the numbers of a vector along the directions in which the rows vary most. Numbers of unlike size are better scaled before.',
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    k: integer({ required: true, min: 1, max: maxInteger, title: 'Directions' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'rows that vary along one axis alone',
      fields: { inputCol: 'v', outputCol: 'p', k: '1' },
      input: table('v vector', [[denseVector(1, 7)], [denseVector(2, 7)], [denseVector(4, 7)]]),
      output: table('v vector, p vector', [
        [denseVector(1, 7), denseVector(1)],
        [denseVector(2, 7), denseVector(2)],
        [denseVector(4, 7), denseVector(4)],
      ]),
    },
    {
      name: 'more directions than numbers',
      fields: { inputCol: 'v', outputCol: 'p', k: '3' },
      input: table('v vector', [[denseVector(1, 7)]]),
      error: 'source vector size 2 must be no less than k=3',
    },
    {
      name: 'no directions are given',
      fields: { inputCol: 'v', outputCol: 'p' },
      input: table('v vector', [[denseVector(1, 7)]]),
      error: 'the field "k" is required',
    },
    {
      name: 'no rows to learn from',
      fields: { inputCol: 'v', outputCol: 'p', k: '1' },
      input: table('v vector', []),
      error: 'there are no rows to learn from',
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 'v', outputCol: 'p', k: '1' },
      input: table('v vector', [[denseVector(1, 7)], [denseVector(2, 7)], [denseVector(4, 7)], [null]]),
      error: 'a row has null in the column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const vectorSize = vectorSizeOf(requireColumn(schema, inputCol, 'inputCol'));
    if (vectorSize !== undefined && fields.k > vectorSize)
      throw new FieldError(
        'k',
        `"k" is ${fields.k}, but the vectors hold ${vectorSize} numbers`,
        `give ${vectorSize} or less`,
      );
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(context, [makePca({ inputCol, outputCol, k: fields.k })], [inputCol]);
  },
});
