import { countVectorizer as makeCountVectorizer } from '@millrace/spark-connect/ml';
import { newColumn, requireWords } from '../kit/feature-columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import { column, flag, text } from '../../kit/fields.ts';
import { integer, number } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { sparseVector } from '../kit/vectors.ts';

export const countVectorizer = processor({
  nodeClass: 'fire.nodes.ml.NodeCountVectorizer',
  name: 'Count Vectorizer',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureExtraction',
  description:
    'Learns the most frequent words of all rows, and adds a vector that counts them in the words of each row, the most frequent one first. Below 1, a number of rows or of times is a share.',
  fields: {
    inputCol: column({ default: 'text', title: 'Words' }),
    outputCol: text({ default: 'outputCol', title: 'Output column' }),
    vocabularySize: integer({ default: 3, min: 1, max: maxInteger, title: 'Words to learn at most' }),
    minDF: number({ default: 1, min: 0, title: 'Rows with a word at least' }),
    maxDF: number({ default: 9.223372e18, min: 0, title: 'Rows with a word at most' }),
    minTF: number({
      default: 1,
      min: 0,
      title: 'Times in a row at least',
      description: 'Words that a row has fewer times are not counted in it',
    }),
    binary: flag({ default: false, title: '1 however often' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'the most frequent words are counted',
      fields: { inputCol: 'w', outputCol: 'c', vocabularySize: '2' },
      input: table('w array<string>', [[['a', 'b', 'a']], [['b', 'a', 'c']], [['c', 'a', 'b', 'b', 'a']]]),
      output: table('w array<string>, c vector', [
        [['a', 'b', 'a'], sparseVector(2, [0, 1], [2, 1])],
        [['b', 'a', 'c'], sparseVector(2, [0, 1], [1, 1])],
        [['c', 'a', 'b', 'b', 'a'], sparseVector(2, [0, 1], [2, 2])],
      ]),
    },
    {
      name: 'words of one row alone are left out, and the others are 1 however often',
      fields: { inputCol: 'w', outputCol: 'c', minDF: '2', binary: 'true' },
      input: table('w array<string>', [[['a', 'a']], [['a', 'b']]]),
      output: table('w array<string>, c vector', [
        [['a', 'a'], sparseVector(1, [0], [1])],
        [['a', 'b'], sparseVector(1, [0], [1])],
      ]),
    },
    {
      name: 'text that was not split into words',
      fields: { inputCol: '' },
      input: table('text string', [['a b']]),
      error: 'holds no lists of words',
    },
    {
      name: 'an empty input',
      fields: { inputCol: 'w', outputCol: 'c', vocabularySize: '2' },
      input: table('w array<string>', []),
      output: table('w array<string>, c vector', []),
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 'w', outputCol: 'c', vocabularySize: '2' },
      input: table('w array<string>', [[null]]),
      error: 'a row has null in the column "w"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const { vocabularySize, ...rest } = fields;
    // a share and a number of rows are not compared
    if (rest.minDF < 1 === rest.maxDF < 1 && rest.minDF > rest.maxDF)
      throw new FieldError('minDF', `"minDF" is ${rest.minDF}, above "maxDF" (${rest.maxDF})`, 'give a smaller one');
    const inputCol = requireWords(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(
      context,
      [makeCountVectorizer({ ...rest, vocabSize: vocabularySize, inputCol, outputCol })],
      [inputCol],
    );
  },
});
