import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reconnectEdge, type Graph } from '../../src/pages/editor/model/graph.ts';
import { routeBack } from '../../src/pages/editor/model/route-back.ts';

test('edges that are led elsewhere keep their number and what others say of them; the same ends change nothing', () => {
  const wired: Graph = {
    name: 'Wired',
    nodes: [],
    edges: [{ id: 7, source: '1', target: '2', targetAnchor: 'left', note: 'x' }],
  };
  const [edge] = wired.edges;
  assert.ok(edge);
  const next = reconnectEdge(wired, edge, { nodeId: '1', anchor: null }, { nodeId: '4', anchor: null });
  assert.deepEqual(next.edges, [{ id: 7, source: '1', target: '4', note: 'x' }]);
  assert.equal(reconnectEdge(wired, edge, { nodeId: '1', anchor: null }, { nodeId: '2', anchor: 'left' }), wired);
});

test('edges that lead back run above their nodes, or between them where there is room', () => {
  const [path, , y] = routeBack({ x: 500, y: 100 }, { x: 100, y: 100 }, 28);
  assert.equal(y, 62);
  assert.match(path, /L100,62/);
  assert.equal(routeBack({ x: 500, y: 100 }, { x: 100, y: 400 }, 28)[2], 250);
});
