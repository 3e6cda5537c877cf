import assert from 'node:assert/strict';

/** Columns of an input. */
export const people = [
  { name: 'name', type: 'string' },
  { name: 'age', type: 'int' },
  { name: 'home town', type: 'string' },
  { name: 'count', type: 'bigint' },
];

/** Asserts that completion offers some labels. */
export const has = (labels: readonly string[], ...wanted: readonly string[]): void =>
  assert.deepEqual(
    wanted.filter((one) => !labels.includes(one)),
    [],
    labels.join(' '),
  );

/** Asserts that completion does not offer some labels. */
export const lacks = (labels: readonly string[], ...unwanted: readonly string[]): void =>
  assert.deepEqual(
    unwanted.filter((one) => labels.includes(one)),
    [],
  );
