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
    'Learns a vector for each word from the words around it, so that words that are used alike have vectors alike, and adds the mean of those of each row. Takes text, which is split at white space, or lists of words.',
  fields: {
    inputCol: column({ default: 'text', title: 'Column' }),
    inputColStringArrCol: text({
      default: 'textarr',
      title: 'Column of the words',
      description: 'Where the words of a text are kept',
    }),
    outputCol: text({ default: 'outputCol', title: 'Output column' }),
    vectorSize: integer({ default: 3, min: 1, max: maxInteger, title: 'Size of a vector' }),
    minCount: integer({ default: 0, min: 0, max: maxInteger, title: 'Times of a word at least' }),
    numPartitions: integer({ default: 1, min: 1, max: maxInteger, title: 'Partitions' }),
    windowSize: integer({ default: 5, min: 1, max: maxInteger, title: 'Words to each side' }),
    maxSentenceLength: integer({ default: 1000, min: 1, max: maxInteger, title: 'Words of a sentence at most' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'rows of the same words have the same vector, rows of no word zeros',
      fields: { inputCol: 't', outputCol: 'v', vectorSize: '2', minCount: '3' },
      input: table('t string', [['a a'], ['a  a'], ['b']]),
      output: table('t string, textarr array<string>, v vector', [
        ['a a', ['a', 'a'], denseVector(-0.22538259625434875, 0.15831640362739563)],
        ['a  a', ['a', 'a'], denseVector(-0.22538259625434875, 0.15831640362739563)],
        ['b', ['b'], denseVector(0, 0)],
      ]),
    },
    {
      name: 'no word is frequent enough',
      fields: { inputCol: 'w', minCount: '9' },
      input: table('w array<string>', [[['a']]]),
      error: 'The vocabulary size should be > 0',
    },
    {
      name: 'numbers have no words',
      fields: { inputCol: 'n' },
      input: table('n int', [[1]]),
      error: 'holds no text',
    },
    {
      name: 'no rows to learn from',
      fields: { inputCol: 't', outputCol: 'v', vectorSize: '2', minCount: '3' },
      input: table('t string', []),
      error: 'there are no rows to learn from',
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 't', outputCol: 'v', vectorSize: '2', minCount: '3' },
      input: table('t string', [['a a'], ['a  a'], ['b'], [null]]),
      error: 'a row has null in the column "t"',
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
