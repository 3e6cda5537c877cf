import { functions as F, types, type Column } from '@millrace/spark-connect';
import { newColumn, requireVector, requireWords } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { lambda } from '../../kit/lambda.ts';
import { murmur3 } from './_murmur3.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { withoutNulls } from '../kit/nulls.ts';
import { requireSpark } from '../kit/stages.ts';
import { sparseVector } from '../kit/vectors.ts';

export const wordToScoreMapping = processor({
  nodeClass: 'fire.nodes.ml.NodeWordToScoreMapping',
  name: 'Word To Score Mapping',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a map from each word of a list to its score: the element of a vector at the index of the word, as computed by Hashing TF or weighted by IDF. A pipeline starts after this node.',
  fields: {
    words: column({ required: true }),
    features: column({ required: true, title: 'Vector', description: 'From Hashing TF, or from IDF after it' }),
    output: text({ default: 'wordToScore', title: 'Output column' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'maps words to their counts',
      fields: { words: 'w', features: 'f' },
      after: [
        { nodeClass: 'fire.nodes.ml.NodeHashingTF', fields: { inputCol: 'w', outputCol: 'f', numFeatures: '100' } },
      ],
      input: table('w array<string>', [[['spark', 'a', 'ünïcödé', 'spark', 'abcd', '']], [[]]]),
      output: table('w array<string>, f vector, wordToScore map<string,double>', [
        [
          ['spark', 'a', 'ünïcödé', 'spark', 'abcd', ''],
          sparseVector(100, [0, 67, 72, 75, 86], [1, 1, 1, 1, 2]),
          new Map([
            ['spark', 2],
            ['a', 1],
            ['ünïcödé', 1],
            ['abcd', 1],
            ['', 1],
          ]),
        ],
        [[], sparseVector(100, [], []), new Map()],
      ]),
    },
    {
      name: 'gives an uncounted word score 0',
      fields: { words: 'w', features: 'f', output: 's' },
      input: table('w array<string>, f vector', [[['spark', 'other'], sparseVector(262144, [173558], [0.5])]]),
      output: table('w array<string>, f vector, s map<string,double>', [
        [
          ['spark', 'other'],
          sparseVector(262144, [173558], [0.5]),
          new Map([
            ['spark', 0.5],
            ['other', 0],
          ]),
        ],
      ]),
    },
    {
      name: 'rejects a column that is not a vector',
      fields: { words: 'w', features: 'w' },
      input: table('w array<string>', [[['a']]]),
      error: 'must be a vector',
    },
    {
      name: 'handles an empty input',
      fields: { words: 'w', features: 'f' },
      after: [
        { nodeClass: 'fire.nodes.ml.NodeHashingTF', fields: { inputCol: 'w', outputCol: 'f', numFeatures: '100' } },
      ],
      input: table('w array<string>', []),
      output: table('w array<string>, f vector, wordToScore map<string,double>', []),
    },
    {
      name: 'rejects a null',
      fields: { words: 'w', features: 'f' },
      after: [
        { nodeClass: 'fire.nodes.ml.NodeHashingTF', fields: { inputCol: 'w', outputCol: 'f', numFeatures: '100' } },
      ],
      input: table('w array<string>', [[null]]),
      error: 'a row has null in column "w"',
    },
  ],
  run({ engine, input, schema, fields }) {
    requireSpark({ engine });
    const words = F.columnNamed(requireWords(schema, fields.words, 'words'));
    const vector = F.call('unwrap_udt', F.columnNamed(requireVector(schema, fields.features, 'features')));
    const output = newColumn(schema, fields.output, 'output');
    const knownWords = F.arrayDistinct(
      F.call(
        'filter',
        words,
        lambda('w', (word) => word.isNotNull()),
      ),
    );
    return withoutNulls(input, [fields.words, fields.features]).withColumn(
      output,
      F.mapFromArrays(
        knownWords,
        F.call(
          'transform',
          knownWords,
          lambda('w', (word) => scoreIn(vector, word)),
        ),
      ),
    );
  },
});

function scoreIn(vector: Column, word: Column): Column {
  const [indices, values] = [vector.getField('indices'), vector.getField('values')];
  const size = F.coalesce(vector.getField('size'), F.size(values)).cast(types.long);
  const index = F.pmod(murmur3(word), size).cast(types.integer);
  // dense vectors have no indices
  const at = F.when(indices.isNull(), index.plus(F.lit(1))).otherwise(
    F.arrayPosition(indices, index).cast(types.integer),
  );
  return F.when(at.gt(F.lit(0)), F.call('try_element_at', values, at)).otherwise(F.lit(0, types.double));
}
