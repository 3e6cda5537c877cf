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
    name: 'no rows to learn from',
    fields: { targetCol: 'y', featureCols: ['x'] },
    input: table('x double, y int', []),
    error: 'its input has no rows',
  },
  {
    name: 'a null among the features ends the run',
    fields: { targetCol: 'y', featureCols: ['x'] },
    input: table('x double, y int', [
      [1, 0],
      [null, 1],
      [3, 1],
    ]),
    error: 'the column "x" is null in 1 of 3 rows',
  },
  {
    name: 'a feature that is text',
    fields: { targetCol: 'y', featureCols: ['x', 'note'] },
    input: table('x double, y int, note string', [[1, 0, 'a']]),
    error: '"featureCols" names the column "note", which is of type string and holds no numbers',
  },
];

/** What a classifier says of rows of one class. */
export const oneClass: Example = {
  name: 'one class in all rows',
  fields: { targetCol: 'y', featureCols: ['x'] },
  input: table('x double, y int', [
    [1, 1],
    [2, 1],
  ]),
  error: 'holds 1 in every row to learn from',
};

/** What nodes that load a model say of folders that hold none of theirs. */
export const unloadable: readonly Example[] = [
  {
    name: 'a folder without a model',
    fields: { path: '/models' },
    files: { 'models/readme.txt': 'none yet' },
    input: table('x double', []),
    error: '"/models" holds no saved model',
  },
  {
    name: 'a model of Spark ML',
    fields: { path: '/models' },
    files: { 'models/tree/metadata/part-0': '{}' },
    input: table('x double', []),
    error: '"/models" holds a model of Spark ML',
  },
  {
    name: 'a card that is none',
    fields: { path: '/models' },
    files: { 'models/card.json': '{"a": 1}' },
    input: table('x double', []),
    error: 'holds a card.json that describes no model',
  },
];

/** What nodes say that apply what a node before them has learned of `x`. */
export const appliedToBadRows = (learned: NonNullable<Example['after']>): readonly Example[] => [
  { name: 'no model', input: table('x double', [[1]]), error: 'none of its inputs brings a model' },
  {
    name: 'no rows',
    after: learned,
    input: [table('x double', [[1], [3]]), table('x double', [])],
    output: table('x double', []),
  },
  {
    name: 'a null ends the run',
    after: learned,
    input: [table('x double', [[1], [3]]), table('x double', [[null]])],
    error: 'the column "x" is null in 1 of 1 rows',
  },
];
