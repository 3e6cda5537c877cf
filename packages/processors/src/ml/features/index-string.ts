import { indexToString } from '@millrace/spark-connect/ml';
import { requireColumn } from '../../kit/columns.ts';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { requireLabels } from './_labels.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';

export const indexString = processor({
  nodeClass: 'fire.nodes.ml.NodeIndexString',
  name: 'Index String',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a column with the text labels of indices. The index column must come from a String Indexer, which stores the labels with the column.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'maps indices back to their labels',
      fields: { inputCol: 'i', outputCol: 'd' },
      after: [{ nodeClass: 'fire.nodes.ml.NodeStringIndexer', fields: { inputCols: ['c'], outputCols: ['i'] } }],
      input: table('c string', [['x'], ['y'], ['y']]),
      output: table('c string, i double, d string', [
        ['x', 1, 'x'],
        ['y', 0, 'y'],
        ['y', 0, 'y'],
      ]),
    },
    {
      name: 'rejects numbers without labels',
      fields: { inputCol: 'i', outputCol: 'd' },
      input: table('i double', [[0]]),
      error: 'has no labels',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'i', outputCol: 'd' },
      after: [{ nodeClass: 'fire.nodes.ml.NodeStringIndexer', fields: { inputCols: ['c'], outputCols: ['i'] } }],
      input: table('c string', []),
      output: table('c string, i double, d string', []),
    },
    {
      name: 'gives a null that was kept a label of its own',
      fields: { inputCol: 'i', outputCol: 'd' },
      after: [
        {
          nodeClass: 'fire.nodes.ml.NodeStringIndexer',
          fields: { inputCols: ['c'], outputCols: ['i'], handleInvalid: 'keep' },
        },
      ],
      input: table('c string', [['x'], [null]]),
      output: table('c string, i double, d string', [
        ['x', 0, 'x'],
        [null, 1, '__unknown'],
      ]),
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireNumber(schema, fields.inputCol, 'inputCol');
    requireLabels(
      requireColumn(schema, inputCol, 'inputCol'),
      'inputCol',
      'use an Index To String node with labels of your own',
    );
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return through(context, [indexToString({ inputCol, outputCol })], [inputCol]);
  },
});
