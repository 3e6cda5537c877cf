import { polynomialExpansion as makePolynomialExpansion } from '@millrace/spark-connect/ml';
import { vectorSizeOf } from '../kit/attributes.ts';
import { requireColumn } from '../../kit/columns.ts';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import { column, text } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';

export const polynomialExpansion = processor({
  nodeClass: 'fire.nodes.ml.NodePolynominalExpansion',
  name: 'Polynominal Expansion',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a vector with the elements of a vector and their powers and products up to a degree: for x and y and degree 2, it is x, x², y, xy and y².',
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    degree: integer({ default: 2, min: 1, max: maxInteger }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'makes squares and the product',
      fields: { inputCol: 'v', outputCol: 'p' },
      input: table('v vector', [[denseVector(2, 3)]]),
      output: table('v vector, p vector', [[denseVector(2, 3), denseVector(2, 4, 3, 6, 9)]]),
    },
    {
      name: 'makes powers of one number up to 3',
      fields: { inputCol: 'v', outputCol: 'p', degree: '3' },
      input: table('v vector', [[denseVector(2)]]),
      output: table('v vector, p vector', [[denseVector(2), denseVector(2, 4, 8)]]),
    },
    {
      name: 'rejects a degree below 1',
      fields: { inputCol: 'v', outputCol: 'p', degree: '0' },
      input: table('v vector', [[denseVector(2)]]),
      error: 'invalid value "0" for field "degree": must be 1 or greater',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'v', outputCol: 'p' },
      input: table('v vector', []),
      output: table('v vector, p vector', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'v', outputCol: 'p' },
      input: table('v vector', [[denseVector(2, 3)], [null]]),
      error: 'a row has null in column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const vectorSize = vectorSizeOf(requireColumn(schema, inputCol, 'inputCol')) ?? 0;
    const size = products(vectorSize, fields.degree);
    if (size > maxProducts)
      throw new FieldError(
        'degree',
        `invalid value ${fields.degree} for field "degree": vectors of size ${vectorSize} would expand to ${size.toExponential(1)} elements`,
        `enter a smaller degree: vectors can have at most ${maxProducts} elements`,
      );
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(context, [makePolynomialExpansion({ inputCol, outputCol, degree: fields.degree })], [inputCol]);
  },
});

/** Most numbers of a vector that is made: 80 MB of each row. */
const maxProducts = 10_000_000;

/** How many powers and products there are of so many numbers up to a degree, without the empty one. */
function products(size: number, degree: number): number {
  let all = 1;
  for (let i = 1; i <= Math.min(size, degree) && all <= Number.MAX_SAFE_INTEGER; i++)
    all = (all * (Math.max(size, degree) + i)) / i;
  return all - 1;
}
