import type { Node } from '@xyflow/react';
import type { Catalogue } from '../model/catalogue.ts';
import { handlesOf, heightOf, shapeOf } from './flow.ts';
import { nodeSize, positionOf, type Graph, type Point } from '../model/graph.ts';
import { colourOf, groupsOf, type GroupColour, type NodeGroup } from '../model/groups.ts';
import { tipOf, wiresIn, type Tip } from './wires.ts';

interface GroupData extends Record<string, unknown> {
  readonly group: NodeGroup;
  readonly colour: GroupColour;
  /** Ids of its nodes. */
  readonly members: readonly string[];
}

export interface FrameData extends GroupData {
  /** True if dragged nodes would join it when they are dropped. */
  readonly isAim: boolean;
}
/** A group on the canvas: a frame around its nodes. */
export type Frame = Node<FrameData, 'frame'>;

export interface FoldData extends GroupData {
  /** Number of ends of the card. */
  readonly inputs: number;
  readonly outputs: number;
}
/** A group that is collapsed to one card. */
export type Fold = Node<FoldData, 'fold'>;

interface Bounds extends Point {
  readonly width: number;
  readonly height: number;
}

const prefix = 'node-group:';
/** The id of a group on the canvas, among the nodes. */
export const canvasIdOf = (groupId: string): string => prefix + groupId;
export const groupIdOf = (canvasId: string): string | undefined =>
  canvasId.startsWith(prefix) ? canvasId.slice(prefix.length) : undefined;

/** Pixels between a frame and its nodes: space for the title above, for times below. On the grid, as nodes are. */
const padding = { side: 16, above: 48, below: 32 } as const;

/** The ends of a collapsed group's card: each stands for an end of a node inside from which an edge leads out, or in. */
interface Ends {
  readonly inputs: readonly Tip[];
  readonly outputs: readonly Tip[];
}

const noEnds: Ends = { inputs: [], outputs: [] };
const endsByGraph = new WeakMap<Graph, ReadonlyMap<string, Ends>>();

function endsOf(graph: Graph, catalogue: Catalogue): ReadonlyMap<string, Ends> {
  const cachedEnds = endsByGraph.get(graph) ?? findEnds(graph, catalogue);
  endsByGraph.set(graph, cachedEnds);
  return cachedEnds;
}

function findEnds(graph: Graph, catalogue: Catalogue): ReadonlyMap<string, Ends> {
  const { all, of } = groupsOf(graph);
  const ends = new Map(all.flatMap((group) => (group.collapsed ? [[group, { in: [], out: [] } as Sides]] : [])));
  if (ends.size === 0) return new Map();
  const height = new Map(graph.nodes.map((node) => [node.id, positionOf(node).y]));
  for (const { data } of wiresIn(graph, catalogue)) {
    const { from, to } = data;
    const [source, target] = [of.get(from.nodeId), of.get(to.nodeId)];
    if (source === target) continue;
    if (source !== undefined) ends.get(source)?.out.push(from);
    if (target !== undefined) ends.get(target)?.in.push(to);
  }
  const heightAt = ({ nodeId, below }: Tip): number => (height.get(nodeId) ?? 0) + below;
  const inOrder = (tips: readonly Tip[]): readonly Tip[] =>
    [...new Map(tips.map((tip) => [keyOf(tip), tip])).values()].toSorted((a, b) => heightAt(a) - heightAt(b));
  return new Map([...ends].map(([{ id }, sides]) => [id, { inputs: inOrder(sides.in), outputs: inOrder(sides.out) }]));
}

type Sides = Record<'in' | 'out', Tip[]>;
const keyOf = ({ nodeId, handle }: Tip): string => `${handle} ${nodeId}`;

/** The end at which an edge is drawn: that of a node, or of the card of its collapsed group. */
export function visibleTip(graph: Graph, catalogue: Catalogue, tip: Tip, side: 'in' | 'out'): Tip {
  const group = groupsOf(graph).of.get(tip.nodeId);
  if (group?.collapsed !== true) return tip;
  const { inputs, outputs } = endsOf(graph, catalogue).get(group.id) ?? noEnds;
  const own = side === 'in' ? inputs : outputs;
  const at = own.findIndex((one) => keyOf(one) === keyOf(tip));
  return tipOf(canvasIdOf(group.id), side, at, own.length, heightOf(Math.max(inputs.length, outputs.length)));
}

/** The end of a node for an end of a card; undefined if there is none. */
export function tipInside(graph: Graph, catalogue: Catalogue, groupId: string, handle: string): Tip | undefined {
  const { inputs, outputs } = endsOf(graph, catalogue).get(groupId) ?? noEnds;
  const at = Number(handle.replace(/^\D+/, ''));
  return (handle.startsWith('in') ? inputs : outputs)[at];
}

const boundsByGraph = new WeakMap<Graph, ReadonlyMap<string, Bounds>>();

/** Bounding boxes of the groups of a graph, by their ids. */
export function groupBounds(graph: Graph, catalogue: Catalogue): ReadonlyMap<string, Bounds> {
  const { all } = groupsOf(graph);
  const boundsById =
    boundsByGraph.get(graph) ?? new Map(all.map((group) => [group.id, boundsOf(graph, catalogue, group, new Map())]));
  boundsByGraph.set(graph, boundsById);
  return boundsById;
}

function boundsOf(graph: Graph, catalogue: Catalogue, group: NodeGroup, positions: ReadonlyMap<string, Point>): Bounds {
  const members = groupsOf(graph).members.get(group.id) ?? [];
  const memberBounds = members.map((node): Bounds => {
    const { width = 0, height = 0, position } = shapeOf(node, catalogue);
    return { ...(positions.get(node.id) ?? position), width, height };
  });
  const [left, top] = [Math.min(...memberBounds.map(({ x }) => x)), Math.min(...memberBounds.map(({ y }) => y))];
  if (group.collapsed === true) {
    const { inputs, outputs } = endsOf(graph, catalogue).get(group.id) ?? noEnds;
    return { x: left, y: top, width: nodeSize.width, height: heightOf(Math.max(inputs.length, outputs.length)) };
  }
  const right = Math.max(...memberBounds.map(({ x, width }) => x + width));
  const bottom = Math.max(...memberBounds.map(({ y, height }) => y + height));
  return {
    x: left - padding.side,
    y: top - padding.above,
    width: right - left + 2 * padding.side,
    height: bottom - top + padding.above + padding.below,
  };
}

const holds = ({ x, y, width, height }: Bounds, at: Point): boolean =>
  at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height;

/** The frame that lies at a point; of several the last. */
export function frameAt(graph: Graph, catalogue: Catalogue, at: Point): NodeGroup | undefined {
  const allBounds = groupBounds(graph, catalogue);
  return groupsOf(graph).all.findLast(({ id, collapsed }) => {
    const bounds = allBounds.get(id);
    return collapsed !== true && bounds !== undefined && holds(bounds, at);
  });
}

/** Positions of nodes after some were moved on the canvas: a frame or a card moves its nodes. */
export function positionsAfter(
  graph: Graph,
  catalogue: Catalogue,
  moves: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const positions = new Map(moves);
  for (const [canvasId, to] of moves) {
    const groupId = groupIdOf(canvasId);
    const from = groupId === undefined ? undefined : groupBounds(graph, catalogue).get(groupId);
    if (groupId === undefined || from === undefined) continue;
    for (const node of groupsOf(graph).members.get(groupId) ?? []) {
      const { x, y } = positionOf(node);
      if (!moves.has(node.id)) positions.set(node.id, { x: x + to.x - from.x, y: y + to.y - from.y });
    }
  }
  return positions;
}

/**
 * The nodes that join or leave a group when they are dropped at these positions: a node belongs to the frame that
 * contains its middle. The frames are those of the graph as it is. A group that moves as a whole keeps its nodes and
 * takes none.
 */
export function membership(
  graph: Graph,
  catalogue: Catalogue,
  positions: ReadonlyMap<string, Point>,
): ReadonlyMap<string, string | undefined> {
  const { all, of, members } = groupsOf(graph);
  if (all.length === 0) return new Map();
  const allBounds = groupBounds(graph, catalogue);
  const isWhole = (group: NodeGroup): boolean => members.get(group.id)?.every(({ id }) => positions.has(id)) === true;
  const open = all.filter((group) => group.collapsed !== true && !isWhole(group));
  return new Map(
    graph.nodes.flatMap((node) => {
      const position = positions.get(node.id);
      const own = of.get(node.id);
      if (position === undefined || (own !== undefined && isWhole(own))) return [];
      const { width = 0, height = 0 } = shapeOf(node, catalogue);
      const middle = { x: position.x + width / 2, y: position.y + height / 2 };
      const isIn = ({ id }: NodeGroup): boolean => holds(allBounds.get(id) as Bounds, middle);
      const to = own !== undefined && isIn(own) ? own : open.findLast(isIn);
      return to === own ? [] : [[node.id, to?.id] as const];
    }),
  );
}

interface GroupState {
  readonly isChosen: boolean;
  readonly isAim: boolean;
  /** Positions of dragged nodes. */
  readonly dragged: ReadonlyMap<string, Point>;
}

const cachedShapes = new WeakMap<NodeGroup, { readonly state: string; readonly shape: Frame | Fold }>();

/** A group for the canvas; the same object again if nothing of it has changed. */
export function groupShape(graph: Graph, catalogue: Catalogue, group: NodeGroup, groupState: GroupState): Frame | Fold {
  const { dragged } = groupState;
  const members = groupsOf(graph).members.get(group.id) ?? [];
  // a frame keeps its size while some of its nodes are dragged: their drop position decides whether they belong to it
  const moves = dragged.size > 0 && members.every(({ id }) => dragged.has(id));
  const bounds = moves ? boundsOf(graph, catalogue, group, dragged) : groupBounds(graph, catalogue).get(group.id);
  const { x, y, width, height } = bounds ?? boundsOf(graph, catalogue, group, dragged);
  const { inputs, outputs } = endsOf(graph, catalogue).get(group.id) ?? noEnds;
  const ids = members.map(({ id }) => id);
  const state = JSON.stringify([
    x,
    y,
    width,
    height,
    groupState.isChosen,
    groupState.isAim,
    moves,
    inputs.length,
    outputs.length,
    ids,
  ]);
  const before = cachedShapes.get(group);
  if (before?.state === state) return before.shape;
  const common = {
    id: canvasIdOf(group.id),
    position: { x, y },
    width,
    height,
    measured: { width, height },
    selected: groupState.isChosen,
    dragging: moves,
    ariaLabel: group.name,
    domAttributes: { 'aria-roledescription': 'group of nodes' },
  };
  const data = { group, colour: colourOf(group), members: ids };
  const shape: Frame | Fold =
    group.collapsed === true
      ? {
          ...common,
          type: 'fold',
          handles: handlesOf(inputs.length, outputs.length, height),
          data: { ...data, inputs: inputs.length, outputs: outputs.length },
        }
      : // a frame is selected by itself, not with its nodes
        {
          ...common,
          type: 'frame',
          zIndex: -2,
          selectable: false,
          handles: [],
          data: { ...data, isAim: groupState.isAim },
        };
  cachedShapes.set(group, { state, shape });
  return shape;
}
