import type { Graph, GraphEdge, GraphNode } from './graph.ts';

/** A short hash of a text (cyrb53, two mixed 32-bit hashes); for keys of caches, not against attacks. */
export function digest(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return ((b >>> 0) * 2 ** 21 + (a >>> 11)).toString(36);
}

/** The part of a node that determines its rows: without its name, position and description. */
const meaningOf = ({ id, nodeClass, fields }: GraphNode): string =>
  digest(JSON.stringify([id, nodeClass, fields.map(({ name, value }) => [name, value ?? ''])]));
const meanings = new WeakMap<GraphNode, string>();

const keysByGraph = new WeakMap<Graph, ReadonlyMap<string, string>>();

/** A key for each node that changes when the settings of the node, or of any node above it, change. */
export function keysOf(graph: Graph): ReadonlyMap<string, string> {
  const cachedKeys = keysByGraph.get(graph);
  if (cachedKeys !== undefined) return cachedKeys;
  const keys = new Map<string, string>();
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const incoming = Map.groupBy(graph.edges, ({ target }) => target);
  // a node stays on the stack until all above it have their keys; a cycle ends where it closes
  for (const { id: start } of graph.nodes) {
    const stack = [start];
    const open = new Set<string>();
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      const node = nodes.get(id);
      const edges = incoming.get(id) ?? [];
      const missing = edges
        .map(({ source }) => source)
        .filter((one) => !keys.has(one) && !open.has(one) && nodes.has(one));
      if (!keys.has(id) && missing.length > 0 && !open.has(id)) {
        open.add(id);
        stack.push(...missing);
        continue;
      }
      stack.pop();
      open.delete(id);
      if (node !== undefined && !keys.has(id)) keys.set(id, keyOf(graph, node, edges, keys));
    }
  }
  keysByGraph.set(graph, keys);
  return keys;
}

function keyOf(graph: Graph, node: GraphNode, edges: readonly GraphEdge[], keys: ReadonlyMap<string, string>): string {
  const own = meanings.get(node) ?? meaningOf(node);
  meanings.set(node, own);
  const above = edges.map(({ id, source, sourceAnchor, targetAnchor }) => [
    id,
    keys.get(source),
    sourceAnchor ?? null,
    targetAnchor ?? null,
  ]);
  return digest(JSON.stringify([own, graph.parameters ?? '', graph.compatibility ?? '', above]));
}

/** A key of all settings of a graph. */
export const keyOfAll = (graph: Graph): string => digest([...keysOf(graph)].flat().join(' '));

/** Keys of edges, for selection and drawing: an edge keeps its key while others are added and removed. */
export function edgeKeys(graph: Graph): ReadonlyMap<string, GraphEdge> {
  const keys = new Map<string, GraphEdge>();
  for (const edge of graph.edges) {
    const key = [edge.source, edge.sourceAnchor ?? '', edge.target, edge.targetAnchor ?? ''].join('/');
    let free = key;
    for (let i = 2; keys.has(free); i++) free = `${key}#${i}`;
    keys.set(free, edge);
  }
  return keys;
}
