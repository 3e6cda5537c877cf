import { oneHotEncoder as makeOneHotEncoder } from '@millrace/spark-connect/ml';
import { newColumn, noneUsed, requireNumber } from '../kit/feature-columns.ts';
import { column, text } from '../../kit/fields.ts';
import { rows } from '../../kit/list-fields.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { through } from '../kit/stages.ts';
import { sparseVector } from '../kit/vectors.ts';
import { noInputColumn } from '../kit/ml-errors.ts';

export const oneHotEncoder = processor({
  nodeClass: 'fire.nodes.ml.NodeOneHotEncoder',
  name: 'One Hot Encoder',
  type: 'ml-transformer',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'For each chosen column of indices, adds a column of vectors that are 1 at the position of the index and 0 elsewhere. The number of categories is the number of labels that a String Indexer stored with the column or, without labels, the greatest index plus 1. The last category is all zeros.',
  fields: {
    rules: rows(
      { inputCols: column({ title: 'Column' }), outputCols: text({ title: 'New column' }) },
      { key: 'outputCols' },
    ),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'encodes the greatest index as zeros and skips blank rules',
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
      name: 'encodes labeled indices of two columns',
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
      name: 'rejects text that is not indexed',
      fields: { inputCols: ['c'], outputCols: ['v'] },
      input: table('c string', [['x']]),
      error: 'must be numeric',
    },
    {
      name: 'rejects indices that are not whole numbers',
      fields: { inputCols: ['x'], outputCols: ['v'] },
      input: table('x double', [[0.5], [2]]),
      error: 'must be indices',
    },
    {
      name: 'warns if every rule is blank',
      fields: { inputCols: ['n', 'm'], outputCols: ['', ''] },
      input: table('n int, m int', [[1, 2]]),
      output: table('n int, m int', [[1, 2]]),
      warnings: ['no output column is set'],
    },
    {
      name: 'handles an empty input',
      fields: { inputCols: ['i', 'j'], outputCols: ['v', ''] },
      input: table('i int, j int', []),
      output: table('i int, j int, v vector', []),
    },
    {
      name: 'rejects a null',
      fields: { inputCols: ['i', 'j'], outputCols: ['v', ''] },
      input: table('i int, j int', [
        [0, 1],
        [1, 1],
        [3, 1],
        [null, null],
      ]),
      error: 'a row has null in column "i"',
    },
  ],
  async run(context) {
    const { schema, fields } = context;
    if (fields.rules.length === 0) return { ...(await through(context, [])), warnings: [noneUsed] };
    const inputCols = fields.rules.map(({ inputCols, outputCols }) => {
      if (inputCols === undefined) throw noInputColumn(outputCols);
      return requireNumber(schema, inputCols, 'inputCols');
    });
    const outputCols = fields.rules.map(({ outputCols }) => newColumn(schema, outputCols ?? '', 'outputCols'));
    return through(context, [makeOneHotEncoder({ inputCols, outputCols })], inputCols);
  },
});
