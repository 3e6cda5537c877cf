import { normalizer as makeNormalizer } from '@millrace/spark-connect/ml';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { listNumbers } from '../kit/lists.ts';
import { denseVector } from '../kit/vectors.ts';

export const normalizer = processor({
  nodeClass: 'fire.nodes.ml.NodeNormalizer',
  formerly: ['fire.nodes.etl.NodeNormalizer'],
  name: 'Normalizer',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a vector of length 1 in the direction of a vector, so that rows of any size can be compared. A vector of zeros stays as it is.',
  fields: {
    inputCol: column({ default: 'text', title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    p: text({
      default: '2.0',
      title: 'Norm',
      description:
        'How length is measured: 2 as the crow flies, 1 as the sum of the numbers, Infinity as the greatest of them',
    }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'a length as the crow flies',
      fields: { inputCol: 'v', outputCol: 'n' },
      input: table('v vector', [[denseVector(3, 4)], [denseVector(0, 0)]]),
      output: table('v vector, n vector', [
        [denseVector(3, 4), denseVector(0.6, 0.8)],
        [denseVector(0, 0), denseVector(0, 0)],
      ]),
    },
    {
      name: 'the greatest number becomes 1',
      fields: { inputCol: 'v', outputCol: 'n', p: 'Infinity' },
      input: table('v vector', [[denseVector(-2, 8)]]),
      output: table('v vector, n vector', [[denseVector(-2, 8), denseVector(-0.25, 1)]]),
    },
    {
      name: 'a norm below 1',
      fields: { inputCol: 'v', outputCol: 'n', p: '0.5' },
      input: table('v vector', [[denseVector(1)]]),
      error: '"p" is 0.5, which is no norm',
    },
    {
      name: 'a number is no vector',
      fields: { inputCol: 'x', outputCol: 'n' },
      input: table('x double', [[1]]),
      error: 'holds no vectors',
    },
    {
      name: 'an empty input',
      fields: { inputCol: 'v', outputCol: 'n' },
      input: table('v vector', []),
      output: table('v vector, n vector', []),
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 'v', outputCol: 'n' },
      input: table('v vector', [[denseVector(3, 4)], [denseVector(0, 0)], [null]]),
      error: 'a row has null in the column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const [p = 2] = listNumbers(fields.p, 'p');
    if (p < 1) throw new FieldError('p', `"p" is ${p}, which is no norm`, 'give 1 or more, or Infinity');
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'normalizer', makeNormalizer({ inputCol, outputCol, p }), [inputCol]);
  },
});
