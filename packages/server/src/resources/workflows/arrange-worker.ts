import { parentPort } from 'node:worker_threads';
import { Graph, layout } from '@dagrejs/dagre';
import type { Drawing, Place } from './arrange.ts';

/** Pixels of a node with its time below, and of the room between nodes. */
const [width, height, between, along] = [176, 76, 32, 72];

/** Nodes that hang together, from left to right as rows flow; those without edges in lines of ten below them. */
function placesOf({ nodes, edges }: Drawing): readonly Place[] {
  const wired = new Set(edges.flat());
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: between, ranksep: along });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of nodes) if (wired.has(id)) graph.setNode(id, { width, height });
  for (const [i, [source, target]] of edges.entries()) graph.setEdge(source, target, {}, String(i));
  layout(graph);
  const centres = new Map(nodes.filter((id) => wired.has(id)).map((id) => [id, graph.node(id)]));
  const below = Math.max(0, ...[...centres.values()].map(({ y }) => y + height / 2 + between));
  const alone = nodes.filter((id) => !wired.has(id));
  const places = new Map(
    alone.map((id, i) => [id, [(i % 10) * (width + along), below + Math.floor(i / 10) * (height + between)] as const]),
  );
  for (const [id, { x, y }] of centres) places.set(id, [x - width / 2, y - height / 2]);
  return nodes.map((id) => places.get(id) ?? [0, 0]);
}

parentPort?.once('message', (drawing: Drawing) => parentPort?.postMessage(placesOf(drawing)));
