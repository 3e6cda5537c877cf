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
    'Adds a vector that counts the words of a list. Where a word is counted is told by its hash, so that nothing has to be learned; two words may meet at one place, the more so the fewer places there are.',
  fields: {
    inputCol: column({ required: true, title: 'Words' }),
    outputCol: text({ default: 'ner', title: 'Output column' }),
    numFeatures: integer({ default: 262144, min: 1, max: 2 ** 31 - 1, title: 'Places of the vector' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'words are counted at the places of their hashes',
      fields: { inputCol: 'w', outputCol: 'f' },
      input: table('w array<string>', [[['spark', 'a', 'spark']], [[]]]),
      output: table('w array<string>, f vector', [
        [['spark', 'a', 'spark'], sparseVector(262144, [107107, 173558], [1, 2])],
        [[], sparseVector(262144, [], [])],
      ]),
    },
    {
      name: 'few places, where words meet',
      fields: { inputCol: 'w', outputCol: 'f', numFeatures: '1' },
      input: table('w array<string>', [[['spark', 'a']]]),
      output: table('w array<string>, f vector', [[['spark', 'a'], sparseVector(1, [0], [2])]]),
    },
    {
      name: 'text that was not split into words',
      fields: { inputCol: 't' },
      input: table('t string', [['a b']]),
      error: 'holds no lists of words',
    },
    {
      name: 'an empty input',
      fields: { inputCol: 'w', outputCol: 'f' },
      input: table('w array<string>', []),
      output: table('w array<string>, f vector', []),
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 'w', outputCol: 'f' },
      input: table('w array<string>', [[null]]),
      error: 'a row has null in the column "w"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireWords(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(context, [makeHashingTF({ inputCol, outputCol, numFeatures: fields.numFeatures })], [inputCol]);
  },
});
