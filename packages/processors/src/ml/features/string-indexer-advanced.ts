import { stringIndexer as makeStringIndexer } from '@millrace/spark-connect/ml';
import { castFor, oneOf } from '../kit/casting.ts';
import { asText, newColumn, requireCategory } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';

export const stringIndexerAdvanced = processor({
  nodeClass: 'fire.nodes.ml.NodeStringIndexerAdvanced',
  formerly: ['fire.nodes.etl.NodeStringIndexer'],
  name: 'String Indexer Advanced',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a column with the number of a value, from 0 for the most frequent one. Numbers, true and false, dates and times are taken as their texts. Rows with null or with a value that was not learned end the run, or are left out. The model goes on beside the rows.',
  fields: {
    handleInvalid: choice(['error', 'skip', 'keep'], { default: 'error', title: 'Rows with null or unknown values' }),
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'the most frequent value is 0',
      fields: { inputCol: 'c', outputCol: 'i' },
      input: table('c string', [['a'], ['b'], ['b']]),
      output: table('c string, i double', [
        ['a', 1],
        ['b', 0],
        ['b', 0],
      ]),
    },
    {
      name: 'rows with null are left out where that is asked for',
      fields: { inputCol: 'n', outputCol: 'i', handleInvalid: 'skip' },
      input: table('n int', [[5], [null]]),
      output: table('n int, i double', [[5, 0]]),
    },
    {
      name: 'true and false',
      fields: { inputCol: 'b', outputCol: 'i' },
      input: table('b boolean', [[true], [false], [true]]),
      output: table('b boolean, i double', [
        [true, 0],
        [false, 1],
        [true, 0],
      ]),
    },
    {
      name: 'a column that is not there',
      fields: { inputCol: 'x', outputCol: 'i' },
      input: table('n int', [[5]]),
      error: 'names the column "x"',
    },
    {
      name: 'an empty input',
      fields: { inputCol: 'c', outputCol: 'i' },
      input: table('c string', []),
      output: table('c string, i double', []),
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireCategory(schema, fields.inputCol, 'inputCol');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    const stages = castFor(schema, [inputCol], asText, ([read = inputCol]) =>
      makeStringIndexer({ ...fields, inputCol: read, outputCol }),
    );
    return fitting(context, 'string indexer', oneOf(stages), fields.handleInvalid === 'error' ? [inputCol] : []);
  },
});
