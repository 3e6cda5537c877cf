import { indexToString as makeIndexToString } from '@millrace/spark-connect/ml';
import { requireColumn } from '../../kit/columns.ts';
import { newColumn, requireNumber } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { requireLabels } from './_labels.ts';
import { parts } from '../kit/lists.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitting } from './_fitting.ts';

export const indexToString = processor({
  nodeClass: 'fire.nodes.etl.NodeIndexToString',
  name: 'Index To String',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds a column with the texts that indices stand for: the labels given here, or where none are given those that a String Indexer has left with the column. The model goes on beside the rows.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputCol: text({ required: true, title: 'Output column' }),
    labels: text({ title: 'Labels', description: 'With commas between them, that of index 0 first' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'labels of your own',
      fields: { inputCol: 'i', outputCol: 's', labels: 'low, high' },
      input: table('i double', [[1], [0]]),
      output: table('i double, s string', [
        [1, 'high'],
        [0, 'low'],
      ]),
    },
    {
      name: 'labels of a String Indexer',
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
      name: 'no labels at all',
      fields: { inputCol: 'i', outputCol: 's' },
      input: table('i double', [[1]]),
      error: 'has no labels with it',
    },
    {
      name: 'an empty input',
      fields: { inputCol: 'i', outputCol: 's', labels: 'low, high' },
      input: table('i double', []),
      output: table('i double, s string', []),
    },
    {
      name: 'a null ends the run',
      fields: { inputCol: 'i', outputCol: 's', labels: 'low, high' },
      input: table('i double', [[1], [0], [null]]),
      error: 'a row has null in the column "i"',
    },
  ],
  run(context) {
    const { schema, fields } = context;
    const inputCol = requireNumber(schema, fields.inputCol, 'inputCol');
    const labels = parts(fields.labels ?? '');
    if (labels.length === 0)
      requireLabels(requireColumn(schema, inputCol, 'inputCol'), 'inputCol', 'give the labels in "labels"');
    const outputCol = newColumn(schema, fields.outputCol, 'outputCol');
    return fitting(
      context,
      'index-to-string model',
      makeIndexToString({ inputCol, outputCol, ...(labels.length === 0 ? {} : { labels }) }),
      [inputCol],
    );
  },
});
