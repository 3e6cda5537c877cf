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
    'Builds a vocabulary of the most frequent words of all rows, and adds a vector with the word counts of each row, the most frequent word first. A minimum or maximum below 1 is a share.',
  fields: {
    inputCol: column({ default: 'text', title: 'Words' }),
    outputCol: text({ default: 'outputCol', title: 'Output column' }),
    vocabularySize: integer({ default: 3, min: 1, max: maxInteger, title: 'Maximum vocabulary size' }),
    minDF: number({ default: 1, min: 0, title: 'Minimum rows with a word' }),
    maxDF: number({ default: 9.223372e18, min: 0, title: 'Maximum rows with a word' }),
    minTF: number({
      default: 1,
      min: 0,
      title: 'Minimum occurrences in a row',
      description: 'Words that occur less often in a row are not counted there',
    }),
    binary: flag({ default: false, title: 'Binary counts' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'counts the most frequent words',
      fields: { inputCol: 'w', outputCol: 'c', vocabularySize: '2' },
      input: table('w array<string>', [[['a', 'b', 'a']], [['b', 'a', 'c']], [['c', 'a', 'b', 'b', 'a']]]),
      output: table('w array<string>, c vector', [
        [['a', 'b', 'a'], sparseVector(2, [0, 1], [2, 1])],
        [['b', 'a', 'c'], sparseVector(2, [0, 1], [1, 1])],
        [['c', 'a', 'b', 'b', 'a'], sparseVector(2, [0, 1], [2, 2])],
      ]),
    },
    {
      name: 'leaves out words of a single row and counts others as 1',
      fields: { inputCol: 'w', outputCol: 'c', minDF: '2', binary: 'true' },
      input: table('w array<string>', [[['a', 'a']], [['a', 'b']]]),
      output: table('w array<string>, c vector', [
        [['a', 'a'], sparseVector(1, [0], [1])],
        [['a', 'b'], sparseVector(1, [0], [1])],
      ]),
    },
    {
      name: 'rejects text that is not split into words',
      fields: { inputCol: '' },
      input: table('text string', [['a b']]),
      error: 'must be an array of strings',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'w', outputCol: 'c', vocabularySize: '2' },
      input: table('w array<string>', []),
      output: table('w array<string>, c vector', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'w', outputCol: 'c', vocabularySize: '2' },
      input: table('w array<string>', [[null]]),
      error: 'a row has null in column "w"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const { vocabularySize, ...rest } = fields;
    // a share and a number of rows are not compared
    if (rest.minDF < 1 === rest.maxDF < 1 && rest.minDF > rest.maxDF)
      throw new FieldError(
        'minDF',
        `invalid value ${rest.minDF} for field "minDF": must be at most field "maxDF" (${rest.maxDF})`,
        'enter a smaller number',
      );
    const inputCol = requireWords(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(
      context,
      [makeCountVectorizer({ ...rest, vocabSize: vocabularySize, inputCol, outputCol })],
      [inputCol],
    );
  },
});
