import { canFeed, mayFeed } from '@millrace/workflow';
import { inputNames, outputNames, type Catalogue, type Processor } from '../model/catalogue.ts';
import { groupsOf, regroupNodes } from '../model/groups.ts';
import { frameAt } from '../canvas/frames.ts';
import { edgeKeys } from '../model/keys.ts';
import {
  addNode,
  connectEnds,
  insertNode,
  nodeSize,
  positionOf,
  reachable,
  type End,
  type Graph,
  type GraphNode,
  type Point,
} from '../model/graph.ts';

/** The position of a new node. */
export interface Where {
  /** Upper left corner, in pixels of the drawing; default: next to its source. */
  readonly position?: Point | undefined;
  /** The output that becomes its input. */
  readonly from?: End | undefined;
  /** Key of the edge that it is put onto. */
  readonly onEdge?: string | undefined;
}

/** The nearest free position, downwards. */
export function freePosition(graph: Graph, { x, y }: Point): Point {
  const isTaken = (at: number): boolean =>
    graph.nodes.some((node) => {
      const other = positionOf(node);
      return Math.abs(other.x - x) < nodeSize.width + 8 && Math.abs(other.y - at) < nodeSize.height + 24;
    });
  let at = y;
  while (isTaken(at)) at += nodeSize.height + 32;
  return { x, y: at };
}

/**
 * Adds a node of a processor, connected to its source or put onto an edge; returns the graph and the node's id. A node
 * in the frame of a group, or between two of its nodes, belongs to the group.
 */
export function addNodeAt(
  graph: Graph,
  catalogue: Catalogue,
  processor: Processor,
  where: Where,
): readonly [graph: Graph, id: string] {
  const [next, id] = addNodeTo(graph, processor, where);
  const edge = where.onEdge === undefined ? undefined : edgeKeys(graph).get(where.onEdge);
  const { of } = groupsOf(graph);
  const between = edge === undefined || of.get(edge.source) !== of.get(edge.target) ? undefined : of.get(edge.source);
  const { width, height } = nodeSize;
  const { x, y } = where.position ?? { x: Infinity, y: Infinity };
  const group = between ?? frameAt(graph, catalogue, { x: x + width / 2, y: y + height / 2 });
  return [group === undefined ? next : regroupNodes(next, new Map([[id, group.id]])), id];
}

function addNodeTo(
  graph: Graph,
  processor: Processor,
  { position, from, onEdge }: Where,
): readonly [graph: Graph, id: string] {
  const edge = onEdge === undefined ? undefined : edgeKeys(graph).get(onEdge);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const source = nodes.get(edge?.source ?? from?.nodeId ?? '');
  const target = edge === undefined ? undefined : nodes.get(edge.target);
  const at = position ?? defaultPosition(graph, source, target);
  const [withNode, id] = addNode(graph, processor, freePosition(graph, at));
  const node = withNode.nodes.at(-1) as GraphNode;
  const [output] = outputNames(node, processor);
  if (edge !== undefined && output !== undefined && inputNames(node, processor).length > 0)
    return [insertNode(withNode, edge, id, output === '' ? null : output), id];
  const [input] = inputNames(node, processor);
  if (from === undefined || input === undefined || source === undefined) return [withNode, id];
  return [connectEnds(withNode, from, { nodeId: id, anchor: input === '' ? null : input }), id];
}

function defaultPosition(graph: Graph, source: GraphNode | undefined, target: GraphNode | undefined): Point {
  if (source !== undefined && target !== undefined) {
    const [a, b] = [positionOf(source), positionOf(target)];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
  if (source !== undefined) {
    const { x, y } = positionOf(source);
    return { x: x + nodeSize.width + 64, y };
  }
  const lowest = Math.max(0, ...graph.nodes.map((node) => positionOf(node).y + nodeSize.height + 40));
  return { x: 60, y: graph.nodes.length === 0 ? 60 : lowest };
}

/** The reason why two ends cannot be connected; undefined if they can. */
export function refusal(graph: Graph, catalogue: Catalogue, from: End, to: End): Refusal | undefined {
  const [source, target] = [from.nodeId, to.nodeId].map((id) => graph.nodes.find((node) => node.id === id));
  if (source === undefined || target === undefined) return 'nothing';
  if (source === target) return 'itself';
  if (reachable(graph, [target.id], 'down').has(source.id)) return 'cycle';
  const processor = catalogue.get(target.nodeClass);
  if (inputNames(target, processor).length === 0) return 'noInput';
  if (!mayFeed(source.type, target.type) && !canFeed(source.type, target.type)) return 'kind';
  const into = graph.edges.filter((edge) => edge.target === target.id);
  const isTaken = to.anchor !== null && into.some(({ targetAnchor }) => targetAnchor === to.anchor);
  if (isTaken || into.length >= (processor?.inputs.max ?? 8)) return 'full';
  return undefined;
}

export type Refusal = 'nothing' | 'itself' | 'cycle' | 'noInput' | 'kind' | 'full';
