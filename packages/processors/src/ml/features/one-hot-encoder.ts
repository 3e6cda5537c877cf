import { oneHotEncoder as makeOneHotEncoder } from '@millrace/spark-connect/ml';
import { newColumn, noneUsed, requireNumber } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { rows } from '../../kit/list-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { sparseVector } from '../kit/vectors.ts';

export const oneHotEncoder = processor({
  nodeClass: 'fire.nodes.ml.NodeOneHotEncoder',
  name: 'One Hot Encoder',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'Adds for each chosen column of indices one of vectors that hold 1 at the place of the index. There are as many categories as the column of a String Indexer has labels, else one more than the greatest index; the last one is all zeros.',
  fields: {
    rules: rows(
      { inputCols: column({ title: 'Column' }), outputCols: text({ title: 'New column' }) },
      { key: 'outputCols' },
    ),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'the greatest index is all zeros; blank rows are not used',
      fields: { inputCols: ['i', 'j'], outputCols: ['v', ''] },
      input: table('i int, j int', [
        [0, 1],
        [1, 1],
        [3, 1],
      ]),
      output: table('i int, j int, v vector', [
        [0, 1, sparseVector(3, [0], [1])],
        [1, 1, sparseVector(3, [1], [1])],
        [3, 1, sparseVector(3, [], [])],
      ]),
    },
    {
      name: 'indices of labels: two columns',
      fields: { inputCols: ['i', 'n'], outputCols: ['v', 'w'] },
      after: [{ nodeClass: 'fire.nodes.ml.NodeStringIndexer', fields: { inputCols: ['c'], outputCols: ['i'] } }],
      input: table('c string, n double', [
        ['x', 1],
        ['y', 0],
        ['x', 0],
      ]),
      output: table('c string, n double, i double, v vector, w vector', [
        ['x', 1, 0, sparseVector(1, [0], [1]), sparseVector(1, [], [])],
        ['y', 0, 1, sparseVector(1, [], []), sparseVector(1, [0], [1])],
        ['x', 0, 0, sparseVector(1, [0], [1]), sparseVector(1, [0], [1])],
      ]),
    },
    {
      name: 'text has to be indexed before',
      fields: { inputCols: ['c'], outputCols: ['v'] },
      input: table('c string', [['x']]),
      error: 'holds no numbers',
    },
    {
      name: 'indices are whole numbers',
      fields: { inputCols: ['x'], outputCols: ['v'] },
      input: table('x double', [[0.5], [2]]),
      error: 'must be indices',
    },
    {
      name: 'no row that is used',
      fields: { inputCols: ['n', 'm'], outputCols: ['', ''] },
      input: table('n int, m int', [[1, 2]]),
      output: table('n int, m int', [[1, 2]]),
      warnings: ['no column is given a new one'],
    },
    {
      name: 'an empty input',
      fields: { inputCols: ['i', 'j'], outputCols: ['v', ''] },
      input: table('i int, j int', []),
      output: table('i int, j int, v vector', []),
    },
    {
      name: 'a null ends the run',
      fields: { inputCols: ['i', 'j'], outputCols: ['v', ''] },
      input: table('i int, j int', [
        [0, 1],
        [1, 1],
        [3, 1],
        [null, null],
      ]),
      error: 'a row has null in the column "i"',
    },
  ],
  async run(context) {
    const { schema, fields } = context;
    if (fields.rules.length === 0) return { ...(await through(context, [])), warnings: [noneUsed] };
    const inputCols = fields.rules.map(({ inputCols, outputCols }) => {
      if (inputCols === undefined)
        throw new FieldError('inputCols', `the new column "${outputCols}" is not given a column`, 'choose one');
      return requireNumber(schema, inputCols, 'inputCols');
    });
    const outputCols = fields.rules.map(({ outputCols }) => newColumn(schema, outputCols ?? '', 'outputCols'));
    return through(context, [makeOneHotEncoder({ inputCols, outputCols })], inputCols);
  },
});
