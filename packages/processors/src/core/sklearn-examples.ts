import { table, type Example } from './processor.ts';

/** Examples, and parts of such, that nodes of scikit-learn share. */

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
