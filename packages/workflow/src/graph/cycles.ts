import type { Graph } from './graph.ts';

/**
 * The cycles of a graph, one for each group of nodes that feed each other: a shortest way round through the
 * group's first node, in the direction of the edges. A node that feeds itself is a cycle of one. Linear time.
 */
export function findCycles(graph: Graph): readonly (readonly string[])[] {
  const group = components(graph);
  const members = Map.groupBy(graph.nodes.keys(), (id) => group.get(id));
  return [...members.values()].flatMap(([first = '']) => {
    const way = wayRound(graph, group, first);
    return way ? [way] : [];
  });
}

/** A shortest path from a node back to itself within its component, by breadth-first search. */
function wayRound(graph: Graph, group: ReadonlyMap<string, number>, start: string): string[] | undefined {
  const from = new Map<string, string>();
  let frontier = [start];
  while (frontier.length > 0) {
    const next: string[] = [];
    for (const id of frontier) {
      for (const { target } of graph.outgoing.get(id) ?? []) {
        if (group.get(target) !== group.get(start) || from.has(target)) continue;
        from.set(target, id);
        if (target === start) return trace(from, start);
        next.push(target);
      }
    }
    frontier = next;
  }
  return undefined;
}

function trace(from: ReadonlyMap<string, string>, start: string): string[] {
  const way: string[] = [];
  let id = start;
  do {
    id = from.get(id) ?? start;
    way.push(id);
  } while (id !== start);
  return way.reverse();
}

/** Strongly connected components (Tarjan 1972) without recursion: node id -> number of its component. */
function components(graph: Graph): ReadonlyMap<string, number> {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const group = new Map<string, number>();
  const open: string[] = [];
  let groups = 0;
  const lower = (id: string, value: number | undefined): void => {
    low.set(id, Math.min(low.get(id) ?? Infinity, value ?? Infinity));
  };
  for (const root of graph.nodes.keys()) {
    const work = index.has(root) ? [] : [{ id: root, next: 0 }];
    for (let frame = work.at(-1); frame; frame = work.at(-1)) {
      const { id } = frame;
      if (frame.next === 0) {
        index.set(id, index.size);
        lower(id, index.get(id));
        open.push(id);
      }
      const edge = graph.outgoing.get(id)?.[frame.next++];
      if (edge) {
        if (!index.has(edge.target)) work.push({ id: edge.target, next: 0 });
        else if (!group.has(edge.target)) lower(id, index.get(edge.target));
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent) lower(parent.id, low.get(id));
      if (low.get(id) !== index.get(id)) continue;
      const number = groups++;
      for (let top = open.pop(); top !== undefined; top = open.pop()) {
        group.set(top, number);
        if (top === id) break;
      }
    }
  }
  return group;
}
