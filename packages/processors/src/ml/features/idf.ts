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
    'Adds a vector in which words that many rows have weigh less: each count is multiplied with the logarithm of (rows + 1) / (rows with the word + 1).',
  fields: {
    inputCol: column({ required: true, title: 'Counts of words' }),
    outputCol: text({ default: 'ner', title: 'Output column' }),
    minDocFreq: integer({
      default: 0,
      min: 0,
      max: maxInteger,
      title: 'Rows with a word at least',
      description: 'Words that fewer rows have weigh nothing',
    }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'what all rows have weighs nothing',
      fields: { inputCol: 'f', outputCol: 'g' },
      input: table('f vector', [[denseVector(1, 2)], [denseVector(3, 0)]]),
      output: table('f vector, g vector', [
        [denseVector(1, 2), denseVector(0, 2 * Math.log(3 / 2))],
        [denseVector(3, 0), denseVector(0, 0)],
      ]),
    },
    {
      name: 'words of too few rows weigh nothing',
      fields: { inputCol: 'f', outputCol: 'g', minDocFreq: '2' },
      input: table('f vector', [[denseVector(1, 2)]]),
      output: table('f vector, g vector', [[denseVector(1, 2), denseVector(0, 0)]]),
    },
    {
      name: 'words that were not counted',
      fields: { inputCol: 'w' },
      input: table('w array<string>', [[['a']]]),
      error: 'holds no vectors',
    },
    {
      name: 'no rows to learn from',
      fields: { inputCol: 'f', outputCol: 'g' },
      input: table('f vector', []),
      error: 'there are no rows to learn from',
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 'f', outputCol: 'g' },
      input: table('f vector', [[denseVector(1, 2)], [denseVector(3, 0)], [null]]),
      error: 'a row has null in the column "f"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireVector(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(context, [makeIdf({ inputCol, outputCol, minDocFreq: fields.minDocFreq })], [inputCol]);
  },
});
