import { table } from '../../kit/examples.ts';
import type { Example } from '../../contract/examples.ts';

/**
 * Examples, and parts of such, that nodes of scikit-learn share. CPUs of other vendors round its sums differently in
 * the last digit: an example uses numbers that are exact in each step.
 */

/** What a regressor that finds y = 2 x + 1 is learned by. */
export const line = table('x double, y double', [
  [0, 1],
  [1, 3],
  [2, 5],
  [3, 7],
]);

/** Two classes that x tells apart. */
export const twoClasses = table('x double, y int', [
  [0, 0],
  [1, 0],
  [2, 0],
  [7, 1],
  [8, 1],
  [9, 1],
]);

/** What every estimator says of rows that it cannot learn from. */
export const badRows: readonly Example[] = [
  {
    name: 'rejects an input without rows',
    fields: { targetCol: 'y', featureCols: ['x'] },
    input: table('x double, y int', []),
    error: 'the input has no rows',
  },
  {
    name: 'rejects a null feature',
    fields: { targetCol: 'y', featureCols: ['x'] },
    input: table('x double, y int', [
      [1, 0],
      [null, 1],
      [3, 1],
    ]),
    error: 'column "x" is null in 1 of 3 rows',
  },
  {
    name: 'rejects a text feature',
    fields: { targetCol: 'y', featureCols: ['x', 'note'] },
    input: table('x double, y int, note string', [[1, 0, 'a']]),
    error: 'column "note" in field "featureCols" has type STRING: must be numeric',
  },
];

/** What a classifier says of rows of one class. */
export const oneClass: Example = {
  name: 'rejects a single class',
  fields: { targetCol: 'y', featureCols: ['x'] },
  input: table('x double, y int', [
    [1, 1],
    [2, 1],
  ]),
  error: 'is 1 in every training row',
};

/** What nodes that load a model say of folders that hold none of theirs. */
export const unloadable: readonly Example[] = [
  {
    name: 'rejects a folder without a model',
    fields: { path: '/models' },
    files: { 'models/readme.txt': 'none yet' },
    input: table('x double', []),
    error: 'no saved model in path "/models"',
  },
  {
    name: 'rejects a Spark ML model',
    fields: { path: '/models' },
    files: { 'models/tree/metadata/part-0': '{}' },
    input: table('x double', []),
    error: 'path "/models" contains a Spark ML model',
  },
  {
    name: 'rejects an invalid card',
    fields: { path: '/models' },
    files: { 'models/card.json': '{"a": 1}' },
    input: table('x double', []),
    error: 'contains an invalid card.json',
  },
];

/** What nodes say that apply what a node before them has learned of `x`. */
export const appliedToBadRows = (learned: NonNullable<Example['after']>): readonly Example[] => [
  { name: 'rejects inputs without a model', input: table('x double', [[1]]), error: 'no input provides a model' },
  {
    name: 'handles an empty input',
    after: learned,
    input: [table('x double', [[1], [3]]), table('x double', [])],
    output: table('x double', []),
  },
  {
    name: 'rejects a null',
    after: learned,
    input: [table('x double', [[1], [3]]), table('x double', [[null]])],
    error: 'column "x" is null in 1 of 1 rows',
  },
];
