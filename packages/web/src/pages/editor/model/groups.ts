import type { Graph, GraphNode } from './graph.ts';

/** Colours of groups, by the names that documents hold. */
export const groupColours = ['blue', 'teal', 'green', 'amber', 'violet', 'grey'] as const;
export type GroupColour = (typeof groupColours)[number];

/**
 * Nodes that are drawn in one frame. The groups of a graph are in its key `nodeGroups`, which has no effect on runs:
 * other clients preserve it as they preserve every unknown key.
 */
export interface NodeGroup {
  readonly id: string;
  readonly name: string;
  readonly colour?: string;
  /** Ids of its nodes; unknown ids do not count. */
  readonly nodes: readonly string[];
  /** True if it is drawn as one card. */
  readonly collapsed?: boolean;
  readonly [key: string]: unknown;
}

/** The groups of a graph, and their members. */
export interface Groups {
  /** Those that have a node, in their order. */
  readonly all: readonly NodeGroup[];
  /** The group of each node that has one: of several that name it, the first. */
  readonly of: ReadonlyMap<string, NodeGroup>;
  /** The nodes of each group by its id, in the order of the graph. */
  readonly members: ReadonlyMap<string, readonly GraphNode[]>;
}

export const colourOf = ({ colour }: NodeGroup): GroupColour => groupColours.find((one) => one === colour) ?? 'grey';

const none: Groups = { all: [], of: new Map(), members: new Map() };
const groupsByGraph = new WeakMap<Graph, Groups>();

export function groupsOf(graph: Graph): Groups {
  if (graph.nodeGroups === undefined) return none;
  const groups = groupsByGraph.get(graph) ?? indexGroups(graph);
  groupsByGraph.set(graph, groups);
  return groups;
}

function indexGroups(graph: Graph): Groups {
  const stored = storedIn(graph);
  const byNode = new Map<string, NodeGroup>();
  for (const group of stored) for (const id of group.nodes) if (!byNode.has(id)) byNode.set(id, group);
  const of = new Map<string, NodeGroup>();
  const members = new Map<string, GraphNode[]>();
  for (const node of graph.nodes) {
    const group = byNode.get(node.id);
    if (group === undefined) continue;
    of.set(node.id, group);
    const others = members.get(group.id);
    if (others === undefined) members.set(group.id, [node]);
    else others.push(node);
  }
  return { all: stored.filter(({ id }) => members.has(id)), of, members };
}

interface GroupedGraph {
  readonly nodeGroups?: unknown;
}

const entriesOf = ({ nodeGroups }: GroupedGraph): readonly unknown[] => (Array.isArray(nodeGroups) ? nodeGroups : []);

/** The valid groups of a document; of two with one id the first. */
export function storedIn(graph: GroupedGraph): readonly NodeGroup[] {
  const ids = new Set<string>();
  return entriesOf(graph).filter((one): one is NodeGroup => {
    if (!isGroup(one) || ids.has(one.id)) return false;
    ids.add(one.id);
    return true;
  });
}

function isGroup(entry: unknown): entry is NodeGroup {
  if (typeof entry !== 'object' || entry === null) return false;
  const { id, name, nodes } = entry as Partial<Record<string, unknown>>;
  return typeof id === 'string' && typeof name === 'string' && isTexts(nodes);
}

const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((one) => typeof one === 'string');

/** Changes groups, or removes those that become undefined; returns the graph itself if nothing changes. */
function changeGroups(graph: Graph, change: (group: NodeGroup) => NodeGroup | undefined): Graph {
  const entries = entriesOf(graph);
  const next = entries.map((entry) => (isGroup(entry) ? change(entry) : entry));
  if (next.every((one, i) => one === entries[i])) return graph;
  return withEntries(
    graph,
    next.filter((one) => one !== undefined),
  );
}

function withEntries(graph: Graph, entries: readonly unknown[]): Graph {
  if (entries.length > 0) return { ...graph, nodeGroups: entries };
  const { nodeGroups: _, ...rest } = graph;
  return rest as Graph;
}

const without = (group: NodeGroup, ids: ReadonlySet<string>): NodeGroup | undefined => {
  const nodes = group.nodes.filter((id) => !ids.has(id));
  if (nodes.length === group.nodes.length) return group;
  return nodes.length === 0 ? undefined : { ...group, nodes };
};

/** A graph whose groups do not have these nodes; an empty group is removed. */
export const withoutMembers = (graph: Graph, ids: ReadonlySet<string>): Graph =>
  changeGroups(graph, (group) => without(group, ids));

const freshGroupIds = (graph: Graph): (() => string) => {
  let last = Math.max(0, ...storedIn(graph).map(({ id }) => Number(/^g(\d{1,9})$/.exec(id)?.[1] ?? 0)));
  return () => `g${++last}`;
};

/** Adds a group of nodes, which leave their earlier groups; returns its id too. */
export function groupNodes(
  graph: Graph,
  ids: ReadonlySet<string>,
  { name, colour }: { readonly name: string; readonly colour: GroupColour },
): readonly [graph: Graph, id: string] {
  const id = freshGroupIds(graph)();
  const group: NodeGroup = {
    id,
    name,
    colour,
    nodes: graph.nodes.flatMap((node) => (ids.has(node.id) ? [node.id] : [])),
  };
  const others = withoutMembers(graph, ids);
  return [withEntries(others, [...entriesOf(others), group]), id];
}

/** Puts nodes into groups, or into none; an empty group is removed. */
export function regroupNodes(graph: Graph, into: ReadonlyMap<string, string | undefined>): Graph {
  if (into.size === 0) return graph;
  return changeGroups(graph, (group) => {
    const joining = [...into].flatMap(([id, to]) => (to === group.id && !group.nodes.includes(id) ? [id] : []));
    const stays = without(group, new Set([...into].flatMap(([id, to]) => (to === group.id ? [] : [id]))));
    if (joining.length === 0) return stays;
    return { ...group, nodes: [...(stays?.nodes ?? []), ...joining] };
  });
}

export const withGroups = (graph: Graph, ids: ReadonlySet<string>, change: Partial<NodeGroup>): Graph =>
  changeGroups(graph, (group) => (ids.has(group.id) ? { ...group, ...change } : group));

/** Takes frames away; their nodes stay. */
export const removeGroups = (graph: Graph, ids: ReadonlySet<string>): Graph =>
  changeGroups(graph, (group) => (ids.has(group.id) ? undefined : group));

/** Adds copies of groups with new ids, and with the copies of their nodes; returns their ids. */
export function withCopies(
  graph: Graph,
  groups: readonly NodeGroup[],
  became: ReadonlyMap<string, string>,
): readonly [graph: Graph, ids: readonly string[]] {
  const fresh = freshGroupIds(graph);
  const copies = groups.flatMap((group) => {
    const nodes = group.nodes.flatMap((id) => became.get(id) ?? []);
    return nodes.length === 0 ? [] : [{ ...group, id: fresh(), nodes }];
  });
  if (copies.length === 0) return [graph, []];
  return [withEntries(graph, [...entriesOf(graph), ...copies]), copies.map(({ id }) => id)];
}

interface CanvasItems {
  readonly graph: Graph;
  readonly selected: ReadonlySet<string>;
  readonly selectedGroups: ReadonlySet<string>;
}

/** Ids of the selected nodes, by themselves or with their group. */
export function selectedNodeIds({ graph, selected, selectedGroups }: CanvasItems): ReadonlySet<string> {
  if (selectedGroups.size === 0) return selected;
  const { members } = groupsOf(graph);
  const inGroups = [...selectedGroups].flatMap((id) => members.get(id) ?? []);
  return new Set([...selected, ...inGroups.map(({ id }) => id)]);
}

/** Ids of the selected groups, or else of those that contain a selected node. */
export function selectedGroupIds({ graph, selected, selectedGroups }: CanvasItems): ReadonlySet<string> {
  const { all, of } = groupsOf(graph);
  const direct = all.filter(({ id }) => selectedGroups.has(id));
  if (direct.length > 0) return new Set(direct.map(({ id }) => id));
  return new Set([...selected].flatMap((id) => of.get(id)?.id ?? []));
}
