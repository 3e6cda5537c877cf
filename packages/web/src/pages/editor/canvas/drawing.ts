import type { Catalogue } from '../model/catalogue.ts';
import { shapeOf, type Note, type Step } from './flow.ts';
import { groupShape, membership, visibleTip, type Fold, type Frame } from './frames.ts';
import type { Graph, GraphNode, Point } from '../model/graph.ts';
import { groupsOf } from '../model/groups.ts';
import { wiresIn, connectTo, type WireEdge, type WireWithData } from './wires.ts';

export type CanvasNode = Step | Note | Frame | Fold;

/** The selection of a graph, and the dragged items. */
export interface CanvasSelection {
  readonly selected: ReadonlySet<string>;
  readonly selectedGroups: ReadonlySet<string>;
  /** Positions of dragged nodes and groups, by their ids on the canvas. */
  readonly dragged: ReadonlyMap<string, Point>;
}

const selectedShapes = new WeakMap<Step | Note, Step | Note>();

/**
 * Nodes for the canvas, with frames around groups. An unchanged node is the same object again, so that it is not drawn
 * again.
 */
export function canvasNodes(graph: Graph, catalogue: Catalogue, hand: CanvasSelection): CanvasNode[] {
  const { selected, selectedGroups, dragged } = hand;
  const draw = (node: GraphNode): Step | Note => {
    const shape = shapeOf(node, catalogue);
    const position = dragged.get(node.id);
    if (position !== undefined) return { ...shape, position, selected: selected.has(node.id), dragging: true };
    if (!selected.has(node.id)) return shape;
    const selectedShape = selectedShapes.get(shape) ?? { ...shape, selected: true };
    selectedShapes.set(shape, selectedShape);
    return selectedShape;
  };
  const groups = groupsOf(graph);
  if (groups.all.length === 0) return graph.nodes.map(draw);
  const aims = new Set(dragged.size === 0 ? [] : membership(graph, catalogue, dragged).values());
  const startedGroups = new Set<string>();
  return graph.nodes.flatMap((node): CanvasNode[] => {
    const group = groups.of.get(node.id);
    if (group === undefined) return [draw(node)];
    const rest = group.collapsed === true ? [] : [draw(node)];
    // a frame comes right before its first node: so Tab goes from the one to the other
    if (startedGroups.has(group.id)) return rest;
    startedGroups.add(group.id);
    const isAim = aims.has(group.id);
    const members = groups.members.get(group.id) ?? [];
    const hasSelected = group.collapsed === true && members.some(({ id }) => selected.has(id));
    const isChosen = selectedGroups.has(group.id) || hasSelected;
    return [groupShape(graph, catalogue, group, { isChosen, isAim, dragged }), ...rest];
  });
}

/**
 * Edges for the canvas: those of collapsed groups end at their cards, those within one are left out. An unselected edge
 * is the same object again as long as the graph is.
 */
export function canvasEdges(graph: Graph, catalogue: Catalogue, selected: ReadonlySet<string>): WireEdge[] {
  const hasFolds = groupsOf(graph).all.some(({ collapsed }) => collapsed);
  return wiresIn(graph, catalogue).flatMap((wire): WireEdge | [] => {
    const edge = hasFolds ? visibleWire(graph, catalogue, wire) : wire;
    if (edge === undefined) return [];
    // the ends of a selected edge can be dragged, also if there are too many edges for all
    return selected.has(edge.id) ? { ...edge, selected: true, reconnectable: true } : edge;
  });
}

function visibleWire(graph: Graph, catalogue: Catalogue, wire: WireWithData): WireWithData | undefined {
  const from = visibleTip(graph, catalogue, wire.data.from, 'out');
  const to = visibleTip(graph, catalogue, wire.data.to, 'in');
  if (from === wire.data.from && to === wire.data.to) return wire;
  return from.nodeId === to.nodeId ? undefined : connectTo(wire, from, to);
}
