import { stopWordsRemover as makeStopWordsRemover } from '@millrace/spark-connect/ml';
import { newColumn, requireWords } from '../kit/feature-columns.ts';
import { column, flag, text } from '../../kit/fields.ts';
import { inJson, parts } from '../kit/lists.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';

export const stopWordsRemover = processor({
  nodeClass: 'fire.nodes.ml.NodeStopWordsRemover',
  name: 'Stop Words Remover',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a column with the words of a list without stop words: custom words or, if none are entered, common English ones (the, is, at, …).',
  fields: {
    inputCol: column({ default: 'text', title: 'Words' }),
    outputCol: text({ default: 'removed', title: 'Output column' }),
    caseSensitive: flag({ default: false, title: 'Case-sensitive' }),
    stopWords: text({ widget: 'textarea_large', title: 'Stop words', description: 'Separated by commas' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'removes common English words',
      fields: { inputCol: 'w', outputCol: '' },
      input: table('w array<string>', [[['The', 'cat', 'is', 'here']], [[]]]),
      output: table('w array<string>, removed array<string>', [
        [['The', 'cat', 'is', 'here'], ['cat']],
        [[], []],
      ]),
    },
    {
      name: 'removes custom words with matching case',
      fields: { inputCol: 'w', outputCol: 'r', stopWords: 'cat, der', caseSensitive: 'true' },
      input: table('w array<string>', [[['The', 'cat', 'Der', 'der']]]),
      output: table('w array<string>, r array<string>', [
        [
          ['The', 'cat', 'Der', 'der'],
          ['The', 'Der'],
        ],
      ]),
    },
    {
      name: 'rejects text that is not split into words',
      fields: { inputCol: 't' },
      input: table('t string', [['a b']]),
      error: 'must be an array of strings',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'w', outputCol: '' },
      input: table('w array<string>', []),
      output: table('w array<string>, removed array<string>', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'w', outputCol: '' },
      input: table('w array<string>', [[null]]),
      error: 'a row has null in column "w"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const stopWords = wordsIn(fields.stopWords ?? '');
    const inputCol = requireWords(schema, fields.inputCol, 'inputCol');
    return through(
      context,
      [
        makeStopWordsRemover({
          inputCol,
          outputCol: newColumn(schema, fields.outputCol, 'outputCol'),
          caseSensitive: fields.caseSensitive,
          // the same on machines of all languages
          locale: 'en_US',
          ...(stopWords.length === 0 ? {} : { stopWords }),
        }),
      ],
      [inputCol],
    );
  },
});

/** Words between commas or on lines of their own, or a list in JSON. */
const wordsIn = (text: string): readonly string[] =>
  parts(inJson(text) === undefined ? text.replaceAll('\n', ',') : text);
