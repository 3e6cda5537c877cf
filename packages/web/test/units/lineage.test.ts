import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { layerPositions, reach, type Arrow } from '../../src/pages/projects/lineage/layers.ts';

const arrows = (...pairs: readonly string[]): Arrow[] =>
  pairs.map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return { from, to };
  });

describe('the layers of a drawing', () => {
  test('go with the arrows, by the longest way, and what comes first stands close to what it leads to', () => {
    const positions = layerPositions(['c', 'b', 'a', 'x', 'd'], arrows('a>b', 'b>c', 'a>c', 'x>c', 'c>d'));
    const columns = Object.fromEntries([...positions].map(([key, { column }]) => [key, column]));
    assert.deepEqual(columns, { a: 0, b: 1, c: 2, d: 3, x: 1 });
  });

  test('give each thing a place of its own, and put what belongs together side by side', () => {
    const keys = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'];
    const positions = layerPositions(keys, arrows('a1>b3', 'a2>b2', 'a3>b1'));
    assert.equal(new Set([...positions.values()].map(({ column, row }) => `${column} ${row}`)).size, keys.length);
    for (const [from, to] of [
      ['a1', 'b3'],
      ['a2', 'b2'],
      ['a3', 'b1'],
    ] as const)
      assert.equal(positions.get(from)?.row, positions.get(to)?.row);
  });

  test('end where arrows go in circles, or lead from a thing to itself', () => {
    const positions = layerPositions(['a', 'b', 'c'], arrows('a>b', 'b>c', 'c>a', 'b>b'));
    assert.deepEqual([...positions.values()].map(({ column }) => column).toSorted(), [0, 1, 2]);
  });

  test('hold for thousands in a row', () => {
    const keys = Array.from({ length: 20_000 }, (_, i) => `n${i}`);
    const chain = keys.slice(1).map((to, i) => ({ from: `n${i}`, to }));
    assert.equal(layerPositions(keys, chain).get('n19999')?.column, 19_999);
  });
});

test('what leads to a thing and comes of it is found, and nothing beside it', () => {
  const all = arrows('a>b', 'b>c', 'c>d', 'x>c', 'b>y', 'd>b');
  assert.deepEqual([...reach('c', arrows('a>b', 'b>c', 'c>d', 'x>c', 'b>y'))].toSorted(), ['a', 'b', 'c', 'd', 'x']);
  assert.deepEqual([...reach('d', all)].toSorted(), ['a', 'b', 'c', 'd', 'x', 'y']);
});
