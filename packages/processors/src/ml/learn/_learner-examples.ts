import type { Value } from '@millrace/spark-connect';
import { table } from '../../kit/examples.ts';
import type { Example, ExampleTable } from '../../contract/examples.ts';
import { denseVector } from '../kit/vectors.ts';

/** Examples, and parts of such, that nodes of machine learning share. */

/** The node that puts columns together to the vectors `v`. */
export const assembler = (...inputCols: readonly string[]) => ({
  nodeClass: 'fire.nodes.ml.NodeVectorAssembler',
  fields: { inputCols, outputCol: 'v' },
});

/** Rows of two groups, which `a` tells apart and `b` does not; each has one label. */
export const twoGroups = (type: string, first: Value, second: Value): ExampleTable =>
  table(`a int, b int, y ${type}`, [
    [1, 7, first],
    [2, 7, first],
    [3, 7, second],
    [4, 7, second],
  ]);

/** The table of numbers of a model. */
export const modelTable = (numbers: Readonly<Record<string, number>>) => ({
  type: 'table',
  title: 'Model',
  data: table('property string, value double', Object.entries(numbers)),
});

/** What trees say of the features of `twoGroups`. */
export const importanceOfA = {
  type: 'table',
  title: 'Feature importances',
  data: table('feature string, importance double', [
    ['a', 1],
    ['b', 0],
  ]),
};

/** What an estimator says of a row that teaches nothing. */
export const withoutLabel: Example = {
  name: 'rejects a row without a label',
  after: [assembler('a')],
  fields: { featuresCol: 'v', labelCol: 'y' },
  input: table('a int, y double', [
    [1, 1],
    [2, null],
  ]),
  error: 'is null or NaN in 1 of 2 rows',
};

/** What an estimator says where there is nothing to learn from. */
export const withoutRows: Example = {
  name: 'rejects an input without rows',
  after: [assembler('a')],
  fields: { featuresCol: 'v', labelCol: 'y' },
  input: table('a int, y double', []),
  error: 'no rows to train on',
};

/** Nodes that learn from `x` to predict `y`. */
export const tree: Example['after'] = [
  { nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['x'], outputCol: 'features' } },
  { nodeClass: 'fire.nodes.ml.NodeDecisionTreeRegression', fields: { featuresCol: 'features', labelCol: 'y' } },
];

/** Rows for them, and the same rows once they have come through the first of them. */
export const twoRows = table('x double, y double, note string', [
  [0, 1, null],
  [1, 5, 'b'],
]);
export const twoVectors = table('x double, y double, note string, features vector', [
  [0, 1, null, denseVector(0)],
  [1, 5, 'b', denseVector(1)],
]);

/** What a node behind them says where there is nothing to learn from. */
export const treeOfNothing: Example = {
  name: 'rejects an input without rows',
  after: tree,
  input: table('x double, y double', []),
  error: 'no rows',
};

const evaluatedRows: Example['after'] = [
  { nodeClass: 'fire.nodes.ml.NodeVectorAssembler', fields: { inputCols: ['x'], outputCol: 'features' } },
  {
    nodeClass: 'fire.nodes.ml.NodeLinearRegression',
    fields: { featuresCol: 'features', labelCol: 'y', regParamGrid: '100, 0' },
  },
  { nodeClass: 'fire.nodes.ml.NodeRegressionEvaluator', fields: { labelCol: 'y' } },
];
const rows = table(
  'x double, y double, note string',
  Array.from({ length: 20 }, (_, i) => [i, 2 * i, i === 0 ? null : 'b']),
);

/** Examples of nodes that look for the best parameters. */
export const searches: readonly Example[] = [
  {
    name: 'shows the parameters tried and the training results, and passes the rows on',
    fields: { seed: '1' },
    after: evaluatedRows,
    input: rows,
    output: table(
      'x double, y double, note string, features vector',
      rows.rows.map((row, i) => [...row, denseVector(i)]),
    ),
    results: [
      { type: 'table', title: 'Parameters tried' },
      { type: 'table', title: 'Model' },
      { type: 'table', title: 'Coefficients' },
    ],
  },
  {
    name: 'rejects an input without rows',
    after: evaluatedRows,
    input: table('x double, y double', []),
    error: 'no rows',
  },
  {
    name: 'rejects an input without an evaluator',
    input: table('x double', [[1]]),
    error: 'no evaluator with a model precedes this node',
  },
];
