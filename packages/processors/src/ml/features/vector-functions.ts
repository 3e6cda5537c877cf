import { functions as F } from '@millrace/spark-connect';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { lambda, lambda2 } from '../../kit/lambda.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { withoutNulls } from '../kit/nulls.ts';
import { requireSpark } from '../kit/stages.ts';
import { denseVector, sparseVector } from '../kit/vectors.ts';

export const vectorFunctions = processor({
  nodeClass: 'fire.nodes.ml.NodeVectorFunctions',
  name: 'Vector Functions',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a column computed from a vector: the indices of its largest elements, counted from 0, largest first; of equal elements, the first comes first. A pipeline starts after this node.',
  fields: {
    inputCol: column({ required: true, title: 'Vectors' }),
    vectorFunction: choice(['topNIndexes'], { default: 'topNIndexes', title: 'Function' }),
    parameter: integer({ default: 2, min: 1, max: maxInteger, title: 'Number of elements' }),
    outputCol: text({ required: true, title: 'Output column' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'returns the indices of the two largest elements',
      fields: { inputCol: 'v', outputCol: 'top' },
      input: table('v vector', [[denseVector(0.1, 0.7, 0.2)], [denseVector(3, 3, 3)]]),
      output: table('v vector, top array<int>', [
        [denseVector(0.1, 0.7, 0.2), [1, 2]],
        [denseVector(3, 3, 3), [0, 1]],
      ]),
    },
    {
      name: 'returns all indices of a shorter vector',
      fields: { inputCol: 'v', outputCol: 'top', parameter: '5' },
      input: table('v vector', [[sparseVector(2, [1], [-1])]]),
      output: table('v vector, top array<int>', [[sparseVector(2, [1], [-1]), [0, 1]]]),
    },
    {
      name: 'rejects a list',
      fields: { inputCol: 'v', outputCol: 'top' },
      input: table('v array<double>', [[[1]]]),
      error: 'must be a vector',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'v', outputCol: 'top' },
      input: table('v vector', []),
      output: table('v vector, top array<int>', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'v', outputCol: 'top' },
      input: table('v vector', [[denseVector(0.1, 0.7, 0.2)], [denseVector(3, 3, 3)], [null]]),
      error: 'a row has null in column "v"',
    },
  ],
  run({ engine, input, schema, fields }) {
    requireSpark({ engine });
    const vector = F.columnNamed(requireVector(schema, fields.inputCol, 'inputCol'));
    const output = newColumn(schema, fields.outputCol, 'outputCol');
    const values = F.call('vector_to_array', vector, F.lit('float64'));
    // arrays of pairs are sorted by the first of them: the place goes down where numbers rise
    const pairs = F.call(
      'transform',
      values,
      lambda2('v', 'i', (value, at) => F.struct(value, F.negative(at))),
    );
    const sorted = F.sortArray(pairs, false);
    const positions = F.call(
      'transform',
      F.slice(sorted, 1, fields.parameter),
      lambda('p', (pair) => F.negative(pair.getField('col2'))),
    );
    return withoutNulls(input, [fields.inputCol]).withColumn(output, positions);
  },
});
