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
    'Adds a vector with the direction of the input vector and length 1, so that rows of any size can be compared. A zero vector stays unchanged.',
  fields: {
    inputCol: column({ default: 'text', title: 'Vectors' }),
    outputCol: text({ required: true, title: 'Output column' }),
    p: text({
      default: '2.0',
      title: 'Norm',
      description:
        'How the length is measured: 2 for the Euclidean norm, 1 for the sum of absolute values, Infinity for the maximum absolute value',
    }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'normalizes by the Euclidean norm',
      fields: { inputCol: 'v', outputCol: 'n' },
      input: table('v vector', [[denseVector(3, 4)], [denseVector(0, 0)]]),
      output: table('v vector, n vector', [
        [denseVector(3, 4), denseVector(0.6, 0.8)],
        [denseVector(0, 0), denseVector(0, 0)],
      ]),
    },
    {
      name: 'normalizes by the maximum',
      fields: { inputCol: 'v', outputCol: 'n', p: 'Infinity' },
      input: table('v vector', [[denseVector(-2, 8)]]),
      output: table('v vector, n vector', [[denseVector(-2, 8), denseVector(-0.25, 1)]]),
    },
    {
      name: 'rejects a norm below 1',
      fields: { inputCol: 'v', outputCol: 'n', p: '0.5' },
      input: table('v vector', [[denseVector(1)]]),
      error: 'invalid value 0.5 for field "p": must be 1 or greater',
    },
    {
      name: 'rejects a number',
      fields: { inputCol: 'x', outputCol: 'n' },
      input: table('x double', [[1]]),
      error: 'must be a vector',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'v', outputCol: 'n' },
      input: table('v vector', []),
      output: table('v vector, n vector', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'v', outputCol: 'n' },
      input: table('v vector', [[denseVector(3, 4)], [denseVector(0, 0)], [null]]),
      error: 'a row has null in column "v"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const [p = 2] = listNumbers(fields.p, 'p');
    if (p < 1)
      throw new FieldError(
        'p',
        `invalid value ${p} for field "p": must be 1 or greater, or Infinity`,
        'enter a norm such as 2, or Infinity',
      );
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(context, 'normalizer', makeNormalizer({ inputCol, outputCol, p }), [inputCol]);
  },
});
