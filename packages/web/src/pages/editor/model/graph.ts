import { textList } from '@millrace/workflow';
import type { Processor } from './catalogue.ts';
import { storedIn, withoutMembers } from './groups.ts';

/** A field of a node; unknown keys are preserved, here and below. */
export interface GraphField {
  readonly name: string;
  readonly value?: string | null;
  readonly [key: string]: unknown;
}

export interface GraphNode {
  readonly id: string;
  readonly name: string;
  readonly nodeClass: string;
  readonly type: string;
  /** Position as text, `<number>px`. */
  readonly x?: string | null;
  readonly y?: string | null;
  readonly fields: readonly GraphField[];
  readonly [key: string]: unknown;
}

export interface GraphEdge {
  readonly id?: number | string | null;
  readonly source: string;
  readonly target: string;
  readonly sourceAnchor?: string | null;
  readonly targetAnchor?: string | null;
  readonly [key: string]: unknown;
}

/** A graph in the form of the interface. */
export interface Graph {
  readonly name: string;
  readonly description?: string;
  readonly category?: string;
  readonly parameters?: string | null;
  /** The Spark release that it expects; that of its project if absent. */
  readonly compatibility?: unknown;
  readonly version?: number | null;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** See `NodeGroup`. */
  readonly nodeGroups?: unknown;
  readonly [key: string]: unknown;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An end of an edge: a node and, if it has several, the name of its output or input. */
export interface End {
  readonly nodeId: string;
  readonly anchor: string | null;
}

export const nodeSize = { width: 176, height: 56 } as const;

export const emptyGraph: Graph = { name: '', category: '-', description: '', nodes: [], edges: [] };

export const positionOf = ({ x, y }: Pick<GraphNode, 'x' | 'y'>): Point => ({
  x: Number.parseFloat(x ?? '') || 0,
  y: Number.parseFloat(y ?? '') || 0,
});

const px = (value: number): string => `${Math.round(value)}px`;
export const positionFields = ({ x, y }: Point): Pick<GraphNode, 'x' | 'y'> => ({ x: px(x), y: px(y) });

/** The text of a field; empty if the field is absent. */
export const valueOf = (node: GraphNode, name: string): string =>
  node.fields.find((field) => field.name === name)?.value ?? '';

/** The elements of a list field (see `textList`); none if it is empty. */
export const listOf = (value: string): readonly string[] => (value === '' ? [] : textList(value));

export const listText = (list: readonly string[]): string => (list.length === 0 ? '' : JSON.stringify(list));

const changeNode = (graph: Graph, id: string, change: (node: GraphNode) => GraphNode): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? change(node) : node)),
});

/** Sets the texts of fields of a node, all in one step. A missing field is added as its processor has it. */
export function withValues(
  graph: Graph,
  nodeId: string,
  values: Readonly<Record<string, string>>,
  processor?: Processor,
): Graph {
  return changeNode(graph, nodeId, (node) => {
    const names = new Set(node.fields.map(({ name }) => name));
    const newFields = Object.entries(values).flatMap(([name, value]) => {
      if (names.has(name)) return [];
      const spec = processor?.fields.find((one) => one.name === name);
      return [spec === undefined ? { name, value } : { ...fieldOf(spec), value }];
    });
    const fields = node.fields.map((field) => {
      const value = values[field.name];
      return value === undefined || value === field.value ? field : { ...field, value };
    });
    return { ...node, fields: [...fields, ...newFields] };
  });
}

export const withNode = (graph: Graph, nodeId: string, change: Partial<GraphNode>): Graph =>
  changeNode(graph, nodeId, (node) => ({ ...node, ...change }));

export function moveNodes(graph: Graph, positions: ReadonlyMap<string, Point>): Graph {
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const position = positions.get(node.id);
      return position === undefined ? node : { ...node, ...positionFields(position) };
    }),
  };
}

const fieldOf = ({
  name,
  default: value,
  widget,
  title,
  description,
  required,
  options,
}: Processor['fields'][number]) => ({
  name,
  value,
  widget,
  title,
  description,
  optionsArray: options,
  required,
  display: true,
});

/** A number that no node has yet, and no group names: a group may name nodes that another client has removed. */
export function freshIds(graph: Graph): () => string {
  const ids = [...graph.nodes.map(({ id }) => id), ...storedIn(graph).flatMap(({ nodes }) => nodes)];
  let last = Math.max(0, ...ids.map((id) => (/^\d{1,9}$/.test(id) ? Number(id) : 0)));
  return () => String(++last);
}

export const freshEdgeId = ({ edges }: Graph): number =>
  Math.max(0, ...edges.map(({ id }) => (typeof id === 'number' ? id : 0))) + 1;

/** A graph with one more node of a processor, and the node's id. */
export function addNode(graph: Graph, processor: Processor, position: Point): readonly [graph: Graph, id: string] {
  const id = freshIds(graph)();
  const { name, description, type, nodeClass, category: path, fields } = processor;
  const node: GraphNode = {
    id,
    path,
    name,
    description,
    type,
    nodeClass,
    ...positionFields(position),
    fields: fields.map(fieldOf),
  };
  return [{ ...graph, nodes: [...graph.nodes, node] }, id];
}

/**
 * A graph in which every edge has a number. The numbers order the inputs of a node; edges without one count after the
 * others, in their present order.
 */
function numberEdges(graph: Graph): Graph {
  if (graph.edges.every(({ id }) => typeof id === 'number')) return graph;
  let last = freshEdgeId(graph) - 1;
  return { ...graph, edges: graph.edges.map((edge) => (typeof edge.id === 'number' ? edge : { ...edge, id: ++last })) };
}

/** Whether an edge connects these ends. */
export const isBetween = (edge: GraphEdge, from: End, to: End): boolean =>
  edge.source === from.nodeId &&
  edge.target === to.nodeId &&
  (edge.sourceAnchor ?? null) === from.anchor &&
  (edge.targetAnchor ?? null) === to.anchor;

/** Adds an edge; a duplicate, or an edge from a node to itself, leaves the graph unchanged. */
export function connectEnds(original: Graph, from: End, to: End): Graph {
  const graph = numberEdges(original);
  const [source, target] = [from.nodeId, to.nodeId];
  if (source === target || graph.edges.some((edge) => isBetween(edge, from, to))) return graph;
  const edge: GraphEdge = {
    id: freshEdgeId(graph),
    source,
    target,
    ...(from.anchor === null ? {} : { sourceAnchor: from.anchor }),
    ...(to.anchor === null ? {} : { targetAnchor: to.anchor }),
  };
  return { ...graph, edges: [...graph.edges, edge] };
}

/** Reconnects an edge. It keeps its number; an edge that exists already leaves the graph unchanged. */
export function reconnectEdge(original: Graph, edge: GraphEdge, from: End, to: End): Graph {
  const graph = numberEdges(original);
  const at = original.edges.indexOf(edge);
  const others = { ...graph, edges: graph.edges.toSpliced(at, 1) };
  const result = connectEnds(others, from, to);
  const wire = result.edges.at(-1);
  const old = graph.edges[at];
  if (result === others || wire === undefined || old === undefined || isBetween(old, from, to)) return original;
  const { sourceAnchor: _from, targetAnchor: _to, ...rest } = old;
  return { ...graph, edges: graph.edges.with(at, { ...rest, ...wire, id: old.id ?? null }) };
}

/**
 * Puts a node onto an edge: its source becomes the input of the node, and the node its source. The edge keeps its
 * number, which orders the inputs of its target.
 */
export function insertNode(graph: Graph, edge: GraphEdge, nodeId: string, sourceAnchor: string | null): Graph {
  const { sourceAnchor: from = null, ...rest } = edge;
  const onwards: GraphEdge = { ...rest, source: nodeId, ...(sourceAnchor === null ? {} : { sourceAnchor }) };
  const edges = graph.edges.map((one) => (one === edge ? onwards : one));
  return connectEnds({ ...graph, edges }, { nodeId: edge.source, anchor: from }, { nodeId, anchor: null });
}

/** A graph without some nodes and edges. The neighbours of a single removed node are connected. */
export function removeItems(original: Graph, nodeIds: ReadonlySet<string>, edges: ReadonlySet<GraphEdge>): Graph {
  const graph = withoutMembers(original, nodeIds);
  const remaining = graph.edges.filter((edge) => !edges.has(edge));
  const nodes = graph.nodes.filter(({ id }) => !nodeIds.has(id));
  const without = remaining.filter(({ source, target }) => !nodeIds.has(source) && !nodeIds.has(target));
  const [only] = nodeIds.size === 1 ? nodeIds : [];
  const into = remaining.filter(({ target }) => target === only);
  const [one] = into;
  if (only === undefined || one === undefined || into.length > 1) return { ...graph, nodes, edges: without };
  const { source, sourceAnchor } = one;
  const bridges = remaining.flatMap((edge) => {
    if (edge.source !== only) return edge.target === only ? [] : [edge];
    const { sourceAnchor: _, ...rest } = edge;
    const isThere = without.some((other) => other.source === source && other.target === edge.target);
    return isThere ? [] : [{ ...rest, source, ...(sourceAnchor == null ? {} : { sourceAnchor }) }];
  });
  return { ...graph, nodes, edges: bridges };
}

/** Ids of a node and of all nodes above it or, downwards, below it. */
export function reachable({ edges }: Graph, start: Iterable<string>, way: 'up' | 'down'): ReadonlySet<string> {
  const next = Map.groupBy(edges, ({ source, target }) => (way === 'up' ? target : source));
  const ids = new Set<string>();
  const waiting = [...start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (ids.has(id)) continue;
    ids.add(id);
    for (const { source, target } of next.get(id) ?? []) waiting.push(way === 'up' ? source : target);
  }
  return ids;
}

/** The same nodes in one line, or in even distances. */
export function alignNodes(graph: Graph, ids: ReadonlySet<string>, how: 'left' | 'top' | 'across' | 'down'): Graph {
  const selection = graph.nodes.filter(({ id }) => ids.has(id)).map((node) => ({ id: node.id, ...positionOf(node) }));
  const axis = how === 'left' || how === 'across' ? 'x' : 'y';
  const inOrder = selection.toSorted((a, b) => a[axis] - b[axis]);
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (first === undefined || last === undefined) return graph;
  const step = (last[axis] - first[axis]) / Math.max(1, inOrder.length - 1);
  const isLine = how === 'left' || how === 'top';
  return moveNodes(
    graph,
    new Map(
      inOrder.map(({ id, x, y }, i) => [id, { x, y, [axis]: isLine ? first[axis] : first[axis] + i * step }] as const),
    ),
  );
}
