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
    'Adds a column with all runs of n words that stand side by side, of a text that is split at white space or of a list of words. Fewer words than n have none.',
  fields: {
    inputCol: column({ default: 'text', title: 'Column' }),
    inputColStringArrCol: text({
      default: 'text',
      title: 'Column of the words',
      description: 'Where the words of a text are kept; nowhere if it is the column itself',
    }),
    outputCol: text({ default: 'ner', title: 'Output column' }),
    numberOfGrams: integer({ default: 3, min: 1, max: maxInteger, title: 'Words of a run' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'three words of a text, which are kept',
      fields: { inputCol: 't', inputColStringArrCol: 'w', outputCol: 'g' },
      input: table('t string', [['To be  or not'], ['To be']]),
      output: table('t string, w array<string>, g array<string>', [
        ['To be  or not', ['To', 'be', 'or', 'not'], ['To be or', 'be or not']],
        ['To be', ['To', 'be'], []],
      ]),
    },
    {
      name: 'two words; the words are not kept',
      fields: { inputCol: 'words', inputColStringArrCol: 'words', outputCol: 'g', numberOfGrams: '2' },
      input: table('words string', [['a b c']]),
      output: table('words string, g array<string>', [['a b c', ['a b', 'b c']]]),
    },
    {
      name: 'a list of words',
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
      name: 'runs of no words',
      fields: { inputCol: 't', numberOfGrams: '0' },
      input: table('t string', [['a']]),
      error: 'below the least allowed 1',
    },
    {
      name: 'an empty input',
      fields: { inputCol: 't', inputColStringArrCol: 'w', outputCol: 'g' },
      input: table('t string', []),
      output: table('t string, w array<string>, g array<string>', []),
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 't', inputColStringArrCol: 'w', outputCol: 'g' },
      input: table('t string', [['To be  or not'], ['To be'], [null]]),
      error: 'a row has null in the column "t"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    const make = (inputCol: string) => nGram({ inputCol, outputCol, n: fields.numberOfGrams });
    return through(context, onWords(schema, fields, make), [fields.inputCol]);
  },
});
