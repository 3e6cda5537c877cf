import { idf as makeIdf } from '@millrace/spark-connect/ml';
import { newColumn, requireVector } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';

export const idf = processor({
  nodeClass: 'fire.nodes.ml.NodeIDF',
  name: 'IDF',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a vector that down-weights words that occur in many rows: each count is multiplied by the logarithm of (rows + 1) / (rows with the word + 1).',
  fields: {
    inputCol: column({ required: true, title: 'Word counts' }),
    outputCol: text({ default: 'ner', title: 'Output column' }),
    minDocFreq: integer({
      default: 0,
      min: 0,
      max: maxInteger,
      title: 'Minimum rows with a word',
      description: 'Words that occur in fewer rows get weight 0',
    }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'gives words of all rows weight 0',
      fields: { inputCol: 'f', outputCol: 'g' },
      input: table('f vector', [[denseVector(1, 2)], [denseVector(3, 0)]]),
      output: table('f vector, g vector', [
        [denseVector(1, 2), denseVector(0, 2 * Math.log(3 / 2))],
        [denseVector(3, 0), denseVector(0, 0)],
      ]),
    },
    {
      name: 'gives words of too few rows weight 0',
      fields: { inputCol: 'f', outputCol: 'g', minDocFreq: '2' },
      input: table('f vector', [[denseVector(1, 2)]]),
      output: table('f vector, g vector', [[denseVector(1, 2), denseVector(0, 0)]]),
    },
    {
      name: 'rejects words that are not counted',
      fields: { inputCol: 'w' },
      input: table('w array<string>', [[['a']]]),
      error: 'must be a vector',
    },
    {
      name: 'rejects an input without rows',
      fields: { inputCol: 'f', outputCol: 'g' },
      input: table('f vector', []),
      error: 'no rows to train on',
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'f', outputCol: 'g' },
      input: table('f vector', [[denseVector(1, 2)], [denseVector(3, 0)], [null]]),
      error: 'a row has null in column "f"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(context, [makeIdf({ inputCol, outputCol, minDocFreq: fields.minDocFreq })], [inputCol]);
  },
});
