import { tokenizer as makeTokenizer } from '@millrace/spark-connect/ml';
import { newColumn, requireText } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';

export const tokenizer = processor({
  nodeClass: 'fire.nodes.ml.NodeTokenizer',
  name: 'Tokenizer',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: 'Adds a column with the words of a text, lowercased and split at each whitespace character.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ default: 'tok', title: 'Output column' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'lowercases words and makes an empty word between two spaces',
      fields: { inputCol: 't', outputCol: '' },
      input: table('t string', [['Hello big  World'], ['ÄRGER'], ['']]),
      output: table('t string, tok array<string>', [
        ['Hello big  World', ['hello', 'big', '', 'world']],
        ['ÄRGER', ['ärger']],
        ['', ['']],
      ]),
    },
    {
      name: 'rejects numbers',
      fields: { inputCol: 'n' },
      input: table('n int', [[1]]),
      error: 'must be text',
    },
    {
      name: 'rejects an output column that already exists',
      fields: { inputCol: 't', outputCol: 'T' },
      input: table('t string', [['a']]),
      error: 'already exists in the input',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 't', outputCol: '' },
      input: table('t string', []),
      output: table('t string, tok array<string>', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 't', outputCol: '' },
      input: table('t string', [['Hello big  World'], ['ÄRGER'], [''], [null]]),
      error: 'a row has null in column "t"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireText(schema, fields.inputCol, 'inputCol');
    return through(
      context,
      [makeTokenizer({ inputCol, outputCol: newColumn(schema, fields.outputCol, 'outputCol') })],
      [inputCol],
    );
  },
});
