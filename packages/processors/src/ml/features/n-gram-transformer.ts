import { nGram } from '@millrace/spark-connect/ml';
import { newColumn } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { onWords } from './_words.ts';

export const nGramTransformer = processor({
  nodeClass: 'fire.nodes.ml.NodeNGramTransformer',
  name: 'N Gram Transformer',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a column with all n-grams, sequences of n consecutive words, of a text that is split at whitespace or of a list of words. Fewer than n words have no n-grams.',
  fields: {
    inputCol: column({ default: 'text', title: 'Column' }),
    inputColStringArrCol: text({
      default: 'text',
      title: 'Word column',
      description: 'Column for the words of a text; none is added if it is the input column itself',
    }),
    outputCol: text({ default: 'ner', title: 'Output column' }),
    numberOfGrams: integer({ default: 3, min: 1, max: maxInteger, title: 'Words per n-gram' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'makes n-grams of three words and adds the words',
      fields: { inputCol: 't', inputColStringArrCol: 'w', outputCol: 'g' },
      input: table('t string', [['To be  or not'], ['To be']]),
      output: table('t string, w array<string>, g array<string>', [
        ['To be  or not', ['To', 'be', 'or', 'not'], ['To be or', 'be or not']],
        ['To be', ['To', 'be'], []],
      ]),
    },
    {
      name: 'makes n-grams of two words without a word column',
      fields: { inputCol: 'words', inputColStringArrCol: 'words', outputCol: 'g', numberOfGrams: '2' },
      input: table('words string', [['a b c']]),
      output: table('words string, g array<string>', [['a b c', ['a b', 'b c']]]),
    },
    {
      name: 'takes a list of words',
      fields: { inputCol: 'w', outputCol: 'g', numberOfGrams: '2' },
      input: table('w array<string>', [[['a', 'b c', 'd']]]),
      output: table('w array<string>, g array<string>', [
        [
          ['a', 'b c', 'd'],
          ['a b c', 'b c d'],
        ],
      ]),
    },
    {
      name: 'rejects n-grams of no words',
      fields: { inputCol: 't', numberOfGrams: '0' },
      input: table('t string', [['a']]),
      error: 'invalid value "0" for field "numberOfGrams": must be 1 or greater',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 't', inputColStringArrCol: 'w', outputCol: 'g' },
      input: table('t string', []),
      output: table('t string, w array<string>, g array<string>', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 't', inputColStringArrCol: 'w', outputCol: 'g' },
      input: table('t string', [['To be  or not'], ['To be'], [null]]),
      error: 'a row has null in column "t"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    const make = (inputCol: string) => nGram({ inputCol, outputCol, n: fields.numberOfGrams });
    return through(context, onWords(schema, fields, make), [fields.inputCol]);
  },
});
