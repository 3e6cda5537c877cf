import {
  freshEdgeId,
  freshIds,
  nodeSize,
  positionFields,
  positionOf,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type Point,
} from './graph.ts';
import { groupsOf, storedIn, withCopies, type NodeGroup } from './groups.ts';

/** A copied part of a graph, in the form of the clipboard. */
export interface Clip {
  readonly millrace: 'nodes';
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** The groups whose nodes were all copied. */
  readonly nodeGroups: readonly NodeGroup[];
}

export function clipOf(graph: Graph, ids: ReadonlySet<string>): Clip {
  const { all, members } = groupsOf(graph);
  return {
    millrace: 'nodes',
    nodes: graph.nodes.filter(({ id }) => ids.has(id)),
    edges: graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
    nodeGroups: all.filter((group) => members.get(group.id)?.every(({ id }) => ids.has(id)) === true),
  };
}

/** The part of a graph, or the whole graph, in a clipboard text; undefined for other text. */
export function clipIn(text: string): Clip | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const graph = JSON.parse(text) as Graph;
    const { nodes, edges } = graph as Partial<Graph>;
    if (!Array.isArray(nodes) || !Array.isArray(edges)) return undefined;
    const sound = (nodes as Partial<GraphNode>[]).every(
      ({ id, nodeClass, fields }) => typeof id === 'string' && typeof nodeClass === 'string' && Array.isArray(fields),
    );
    return sound
      ? { millrace: 'nodes', nodes: nodes as GraphNode[], edges: edges as GraphEdge[], nodeGroups: storedIn(graph) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The pasted items: all nodes, and the groups among them. */
export interface PastedIds {
  readonly nodes: ReadonlySet<string>;
  readonly groups: readonly string[];
}

/** A part of the drawing, from its upper left corner to its lower right one, px. */
export interface VisibleArea {
  readonly from: Point;
  readonly to: Point;
}

/** Next to the original. */
const step: Point = { x: 40, y: 72 };

/**
 * The distance in pixels between copies and originals: a little, or to the middle of the visible part if the originals
 * are outside it, and never exactly onto another node.
 */
export function shiftOf(graph: Graph, { nodes }: Clip, visibleArea: VisibleArea | undefined): Point {
  const positions = nodes.map(positionOf);
  const [xs, ys] = [positions.map(({ x }) => x), positions.map(({ y }) => y)];
  const middle = {
    x: (Math.min(...xs) + Math.max(...xs) + nodeSize.width) / 2,
    y: (Math.min(...ys) + Math.max(...ys) + nodeSize.height) / 2,
  };
  const isIn = (at: Point): boolean =>
    visibleArea === undefined ||
    (at.x > visibleArea.from.x && at.x < visibleArea.to.x && at.y > visibleArea.from.y && at.y < visibleArea.to.y);
  let by = step;
  if (visibleArea !== undefined && !isIn({ x: middle.x + by.x, y: middle.y + by.y }))
    by = {
      x: (visibleArea.from.x + visibleArea.to.x) / 2 - middle.x,
      y: (visibleArea.from.y + visibleArea.to.y) / 2 - middle.y,
    };
  const occupied = new Set(graph.nodes.map((node) => positionKey(positionOf(node))));
  while (positions.some(({ x, y }) => occupied.has(positionKey({ x: x + by.x, y: y + by.y }))))
    by = { x: by.x + step.x, y: by.y + step.y };
  return by;
}

const positionKey = ({ x, y }: Point): string => `${Math.round(x)} ${Math.round(y)}`;

/** Adds copied nodes to a graph with new ids, moved by some pixels. */
export function pasteClip(
  graph: Graph,
  { nodes, edges, nodeGroups }: Clip,
  by: Point,
): readonly [graph: Graph, ids: PastedIds] {
  const fresh = freshIds(graph);
  const ids = new Map(nodes.map(({ id }) => [id, fresh()]));
  let edgeId = freshEdgeId(graph);
  const copies = nodes.map((node) => {
    const { x, y } = positionOf(node);
    return { ...node, id: ids.get(node.id) ?? node.id, ...positionFields({ x: x + by.x, y: y + by.y }) };
  });
  const wires = edges.flatMap((edge) => {
    const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
    return source === undefined || target === undefined ? [] : [{ ...edge, id: edgeId++, source, target }];
  });
  const all = { ...graph, nodes: [...graph.nodes, ...copies], edges: [...graph.edges, ...wires] };
  const [next, groups] = withCopies(all, nodeGroups, ids);
  return [next, { nodes: new Set(ids.values()), groups }];
}
