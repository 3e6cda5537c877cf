import { hashingTF as makeHashingTF } from '@millrace/spark-connect/ml';
import { newColumn, requireWords } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { sparseVector } from '../kit/vectors.ts';

export const hashingTF = processor({
  nodeClass: 'fire.nodes.ml.NodeHashingTF',
  name: 'Hashing TF',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureExtraction',
  description:
    'Adds a vector with the word counts of a list of words. The index of a word is computed from its hash, so nothing has to be fitted. Different words may share an index, more often the smaller the vector is.',
  fields: {
    inputCol: column({ required: true, title: 'Words' }),
    outputCol: text({ default: 'ner', title: 'Output column' }),
    numFeatures: integer({ default: 262144, min: 1, max: 2 ** 31 - 1, title: 'Vector size' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'counts words at the indices of their hashes',
      fields: { inputCol: 'w', outputCol: 'f' },
      input: table('w array<string>', [[['spark', 'a', 'spark']], [[]]]),
      output: table('w array<string>, f vector', [
        [['spark', 'a', 'spark'], sparseVector(262144, [107107, 173558], [1, 2])],
        [[], sparseVector(262144, [], [])],
      ]),
    },
    {
      name: 'lets words share an index in a small vector',
      fields: { inputCol: 'w', outputCol: 'f', numFeatures: '1' },
      input: table('w array<string>', [[['spark', 'a']]]),
      output: table('w array<string>, f vector', [[['spark', 'a'], sparseVector(1, [0], [2])]]),
    },
    {
      name: 'rejects text that is not split into words',
      fields: { inputCol: 't' },
      input: table('t string', [['a b']]),
      error: 'must be an array of strings',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'w', outputCol: 'f' },
      input: table('w array<string>', []),
      output: table('w array<string>, f vector', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'w', outputCol: 'f' },
      input: table('w array<string>', [[null]]),
      error: 'a row has null in column "w"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireWords(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(context, [makeHashingTF({ inputCol, outputCol, numFeatures: fields.numFeatures })], [inputCol]);
  },
});
