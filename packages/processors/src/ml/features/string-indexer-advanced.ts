import { stringIndexer as makeStringIndexer } from '@millrace/spark-connect/ml';
import { castFor, oneOf } from '../kit/casting.ts';
import { asText, newColumn, requireCategory } from '../kit/feature-columns.ts';
import { choice, column, text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const stringIndexerAdvanced = processor({
  nodeClass: 'fire.nodes.ml.NodeStringIndexerAdvanced',
  formerly: ['fire.nodes.etl.NodeStringIndexer'],
  name: 'String Indexer Advanced',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `Adds a column with the index of a value, 0 for the most frequent one. Numbers, Booleans, dates and times are indexed as text. Rows with a null or an unknown value fail the run, are left out or get an index of their own. ${passesOnFitted}`,
  fields: {
    handleInvalid: choice(['error', 'skip', 'keep'], {
      default: 'error',
      title: 'Handling of null and unknown values',
    }),
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'gives the most frequent value index 0',
      fields: { inputCol: 'c', outputCol: 'i' },
      input: table('c string', [['a'], ['b'], ['b']]),
      output: table('c string, i double', [
        ['a', 1],
        ['b', 0],
        ['b', 0],
      ]),
    },
    {
      name: 'leaves out rows with a null if chosen',
      fields: { inputCol: 'n', outputCol: 'i', handleInvalid: 'skip' },
      input: table('n int', [[5], [null]]),
      output: table('n int, i double', [[5, 0]]),
    },
    {
      name: 'indexes Booleans',
      fields: { inputCol: 'b', outputCol: 'i' },
      input: table('b boolean', [[true], [false], [true]]),
      output: table('b boolean, i double', [
        [true, 0],
        [false, 1],
        [true, 0],
      ]),
    },
    {
      name: 'rejects a missing column',
      fields: { inputCol: 'x', outputCol: 'i' },
      input: table('n int', [[5]]),
      error: 'unknown column "x" in field "inputCol": the input has n',
    },
    {
      name: 'handles an empty input',
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
