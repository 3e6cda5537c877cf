import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSchema, type CollectedTable, type Value } from '@millrace/spark-connect';
import { areNear, haveNearRows } from '../src/compare.ts';

const of = (...rows: Value[][]): CollectedTable => ({ schema: parseSchema('k string, a double, b double'), rows });

describe('rows that differ in the last digits of fractions alone', () => {
  test('are the same in any order, whichever column differs', () => {
    const one = of(['x', 2778.5299999999997, 1], ['x', 2778.53, 0.5], ['y', Number.NaN, -0]);
    const other = of(['y', Number.NaN, -0], ['x', 2778.53, 0.5], ['x', 2778.53, 1.0000000000000002]);
    assert.ok(haveNearRows(one, other));
  });
  for (const [what, row] of [
    ['a number', ['x', 1.000001, 2]],
    ['text', ['z', 1, 2]],
    ['null', ['x', null, 2]],
    ['NaN', ['x', Number.NaN, 2]],
    ['an infinity', ['x', Number.POSITIVE_INFINITY, 2]],
  ] as const)
    test(`are others where ${what} differs`, () => assert.ok(!haveNearRows(of(['x', 1, 2]), of([...row]))));
  test('are others where there are more of them', () => assert.ok(!haveNearRows(of(['x', 1, 2]), of())));
  test('hold what is nested, and tell zeros, whole numbers and texts apart', () => {
    assert.ok(areNear({ a: [0.1 + 0.2, 'x'] }, { a: [0.3, 'x'] }));
    assert.ok(!areNear({ a: [0.1] }, { b: [0.1] }));
    assert.ok(!areNear(0, 1e-300));
    assert.ok(!areNear(0, -0));
    assert.ok(!areNear(2_147_483_646, 2_147_483_647));
    assert.ok(!areNear('0.30000000000000004', '0.3'));
    assert.ok(!areNear(2n ** 60n, 2n ** 60n + 1n));
  });
});
