import assert from 'node:assert/strict';
import { test } from 'node:test';
import { executionOrder, findCycles, indexGraph } from '../src/index.ts';
import { edges, graph, node } from './support/build.ts';

const pass = (id: string) => node(id, 'a.Pass');

function order(ids: readonly string[], ...pairs: readonly string[]) {
  return executionOrder(indexGraph(graph(ids.map(pass), edges(...pairs))));
}

test('nodes come after their inputs; ties go by position in the document', () => {
  const orderResult = order(['d', 'b', 'c', 'a'], 'a>b', 'a>c', 'b>d', 'c>d');
  assert.ok(orderResult.ok);
  assert.deepEqual(orderResult.order, ['a', 'b', 'c', 'd']);
  const free = order(['z', 'y', 'x']);
  assert.ok(free.ok);
  assert.deepEqual(free.order, ['z', 'y', 'x']);
});

test('levels hold the nodes that can run side by side', () => {
  const orderResult = order(['1', '2', '3', '4', '5', '6'], '1>3', '2>3', '3>4', '1>4', '2>5');
  assert.ok(orderResult.ok);
  assert.deepEqual(orderResult.levels, [['1', '2', '6'], ['3', '5'], ['4']]);
});

test('two edges between the same nodes count twice and do no harm', () => {
  const orderResult = order(['b', 'a'], 'a>b', 'a>b');
  assert.ok(orderResult.ok);
  assert.deepEqual(orderResult.order, ['a', 'b']);
});

test('an empty graph has an empty order', () => {
  const orderResult = order([]);
  assert.ok(orderResult.ok);
  assert.deepEqual([orderResult.order, orderResult.levels], [[], []]);
});

test('a graph with cycles has no order but names them, one for each knot', () => {
  const orderResult = order(['1', '2', '3', '4', '5'], '1>2', '2>3', '3>2', '3>4', '4>5', '5>3', '1>1');
  assert.ok(!orderResult.ok);
  assert.deepEqual(orderResult.cycles, [['1'], ['2', '3']]);
});

test('dangling edges do not disturb the order', () => {
  const orderResult = order(['b', 'a'], 'a>b', 'x>a', 'b>y');
  assert.ok(orderResult.ok);
  assert.deepEqual(orderResult.order, ['a', 'b']);
});

test('a cycle is a way along real edges back to its start, in random graphs too', () => {
  let seed = 7;
  const random = (limit: number): number => (seed = (seed * 48271) % 2147483647) % limit;
  for (let round = 0; round < 200; round++) {
    const ids = Array.from({ length: 2 + random(8) }, (_, index) => String(index));
    const pairs = Array.from({ length: random(14) }, () => `${random(ids.length)}>${random(ids.length)}`);
    const indexed = indexGraph(graph(ids.map(pass), edges(...pairs)));
    const result = executionOrder(indexed);
    assert.equal(result.ok, findCycles(indexed).length === 0);
    for (const cycle of result.ok ? [] : result.cycles) {
      for (const [index, id] of cycle.entries())
        assert.ok(pairs.includes(`${id}>${cycle[(index + 1) % cycle.length]}`));
    }
  }
});
