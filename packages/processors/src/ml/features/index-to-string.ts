import { indexToString as makeIndexToString } from '@millrace/spark-connect/ml';
import { requireColumn } from '../../kit/columns.ts';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { requireLabels } from './_labels.ts';
import { parts } from '../kit/lists.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';
import { passesOnFitted } from '../kit/descriptions.ts';

export const indexToString = processor({
  nodeClass: 'fire.nodes.etl.NodeIndexToString',
  name: 'Index To String',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description: `Adds a column with the text labels of indices: the labels entered here or, if there are none, those that a String Indexer stored with the column. ${passesOnFitted}`,
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
    labels: text({ title: 'Labels', description: 'Separated by commas, the label of index 0 first' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'maps indices to custom labels',
      fields: { inputCol: 'i', outputCol: 's', labels: 'low, high' },
      input: table('i double', [[1], [0]]),
      output: table('i double, s string', [
        [1, 'high'],
        [0, 'low'],
      ]),
    },
    {
      name: 'maps indices to the labels of a String Indexer',
      fields: { inputCol: 'i', outputCol: 's', labels: '' },
      after: [{ nodeClass: 'fire.nodes.ml.NodeStringIndexer', fields: { inputCols: ['c'], outputCols: ['i'] } }],
      input: table('c string', [['x'], ['y'], ['y']]),
      output: table('c string, i double, s string', [
        ['x', 1, 'x'],
        ['y', 0, 'y'],
        ['y', 0, 'y'],
      ]),
    },
    {
      name: 'rejects a column without labels',
      fields: { inputCol: 'i', outputCol: 's' },
      input: table('i double', [[1]]),
      error: 'has no labels',
    },
    {
      name: 'handles an empty input',
      fields: { inputCol: 'i', outputCol: 's', labels: 'low, high' },
      input: table('i double', []),
      output: table('i double, s string', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCol: 'i', outputCol: 's', labels: 'low, high' },
      input: table('i double', [[1], [0], [null]]),
      error: 'a row has null in column "i"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireNumber(schema, fields.inputCol, 'inputCol');
    const labels = parts(fields.labels ?? '');
    if (labels.length === 0)
      requireLabels(requireColumn(schema, inputCol, 'inputCol'), 'inputCol', 'enter the labels in field "labels"');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(
      context,
      'index-to-string model',
      makeIndexToString({ inputCol, outputCol, ...(labels.length === 0 ? {} : { labels }) }),
      [inputCol],
    );
  },
});
