import { word2Vec as makeWord2Vec } from '@millrace/spark-connect/ml';
import { newColumn } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';
import { onWords } from './_words.ts';

export const word2Vec = processor({
  nodeClass: 'fire.nodes.ml.NodeWord2Vec',
  name: 'Word2 Vec',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureExtraction',
  description:
    'Trains a vector for each word from the words around it, so that words used in similar contexts have similar vectors, and adds the mean vector of the words of each row. Takes text, which is split at whitespace, or lists of words.',
  fields: {
    inputCol: column({ default: 'text', title: 'Column' }),
    inputColStringArrCol: text({
      default: 'textarr',
      title: 'Word column',
      description: 'Column for the words of a text',
    }),
    outputCol: text({ default: 'outputCol', title: 'Output column' }),
    vectorSize: integer({ default: 3, min: 1, max: maxInteger, title: 'Vector size' }),
    minCount: integer({ default: 0, min: 0, max: maxInteger, title: 'Minimum occurrences of a word' }),
    numPartitions: integer({ default: 1, min: 1, max: maxInteger, title: 'Partitions' }),
    windowSize: integer({ default: 5, min: 1, max: maxInteger, title: 'Window size (words on each side)' }),
    maxSentenceLength: integer({ default: 1000, min: 1, max: maxInteger, title: 'Maximum words per sentence' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'gives rows of the same words the same vector, and rows without words zeros',
      fields: { inputCol: 't', outputCol: 'v', vectorSize: '2', minCount: '3' },
      input: table('t string', [['a a'], ['a  a'], ['b']]),
      output: table('t string, textarr array<string>, v vector', [
        ['a a', ['a', 'a'], denseVector(-0.22538259625434875, 0.15831640362739563)],
        ['a  a', ['a', 'a'], denseVector(-0.22538259625434875, 0.15831640362739563)],
        ['b', ['b'], denseVector(0, 0)],
      ]),
    },
    {
      name: 'rejects words that are all too rare',
      fields: { inputCol: 'w', minCount: '9' },
      input: table('w array<string>', [[['a']]]),
      error: 'The vocabulary size should be > 0',
    },
    {
      name: 'rejects numbers',
      fields: { inputCol: 'n' },
      input: table('n int', [[1]]),
      error: 'must be text or an array of strings',
    },
    {
      name: 'rejects an input without rows',
      fields: { inputCol: 't', outputCol: 'v', vectorSize: '2', minCount: '3' },
      input: table('t string', []),
      error: 'no rows to train on',
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 't', outputCol: 'v', vectorSize: '2', minCount: '3' },
      input: table('t string', [['a a'], ['a  a'], ['b'], [null]]),
      error: 'a row has null in column "t"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const { inputCol: _column, inputColStringArrCol: _words, ...rest } = fields;
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(
      context,
      onWords(schema, fields, (inputCol) => makeWord2Vec({ ...rest, inputCol, outputCol })),
      [fields.inputCol],
    );
  },
});
