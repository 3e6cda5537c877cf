import { answerRequests } from '@millrace/file-space/threads/answer-requests';
import { Graph, layout } from '@dagrejs/dagre';
import type { Drawing, NodePosition } from './arrange.ts';

/** Pixels of a node with its time below, and of the room between nodes. */
const [width, height, between, along] = [176, 76, 32, 72];
/** Pixels between a group's nodes and its frame, as the page draws it; below lie their times. */
const margin = { side: 16, above: 48, below: 12 };

type Edges = Drawing['edges'];

/** What is laid out as one: a node, or a group of them. */
interface Unit {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Its nodes, by the place of each in it. */
  readonly nodes: ReadonlyMap<string, NodePosition>;
}

const single = (id: string): Unit => ({ id: `node ${id}`, width, height, nodes: new Map([[id, [0, 0]]]) });

/** The nodes of a graph from left to right as rows flow; those of a group next to one another, apart from all others. */
function positionsOf({ nodes, edges, groups }: Drawing): readonly NodePosition[] {
  const units = new Map(nodes.map((id) => [id, single(id)]));
  for (const [i, group] of groups.entries()) {
    const unit = together(`group ${i}`, group.nodes, edges, group.isCard);
    for (const id of group.nodes) units.set(id, unit);
  }
  const unitsOf = edges.map((ends) => ends.map((id) => units.get(id)?.id ?? '') as [string, string]);
  const corners = laidOut(
    [...new Set(units.values())],
    unitsOf.filter(([source, target]) => source !== target),
  );
  return nodes.map((id) => {
    const unit = units.get(id);
    const [x, y] = corners.get(unit?.id ?? '') ?? [0, 0];
    const [right, down] = unit?.nodes.get(id) ?? [0, 0];
    return [x + right, y + down];
  });
}

/** A group: its nodes laid out by themselves, in a frame, or behind the card that is drawn in their stead. */
function together(id: string, nodes: readonly string[], edges: Edges, isCard: boolean): Unit {
  const own = new Set(nodes);
  const within = edges.filter(([source, target]) => own.has(source) && own.has(target));
  const corners = laidOut(
    nodes.map((node) => ({ id: node, width, height })),
    within,
  );
  const all = [...corners.values()];
  const [left, top] = [Math.min(...all.map(([x]) => x)), Math.min(...all.map(([, y]) => y))];
  const [right, bottom] = [Math.max(...all.map(([x]) => x)) + width, Math.max(...all.map(([, y]) => y)) + height];
  const [dx, dy] = isCard ? [-left, -top] : [margin.side - left, margin.above - top];
  return {
    id,
    width: isCard ? width : right - left + 2 * margin.side,
    height: isCard ? height : bottom - top + margin.above + margin.below,
    nodes: new Map([...corners].map(([node, [x, y]]) => [node, [x + dx, y + dy]])),
  };
}

/** Upper left corners: what hangs together from left to right; what has no edges in lines of ten below it. */
function laidOut(units: readonly Omit<Unit, 'nodes'>[], edges: Edges): ReadonlyMap<string, NodePosition> {
  const connectedIds = new Set(edges.flat());
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: between, ranksep: along });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const unit of units)
    if (connectedIds.has(unit.id)) graph.setNode(unit.id, { width: unit.width, height: unit.height });
  for (const [i, [source, target]] of edges.entries()) graph.setEdge(source, target, {}, String(i));
  layout(graph);
  const positions = new Map<string, NodePosition>();
  let below = 0;
  for (const unit of units) {
    if (!connectedIds.has(unit.id)) continue;
    const { x, y } = graph.node(unit.id);
    positions.set(unit.id, [x - unit.width / 2, y - unit.height / 2]);
    below = Math.max(below, y + unit.height / 2 + between);
  }
  const alone = units.filter(({ id }) => !connectedIds.has(id));
  for (let i = 0; i < alone.length; i += 10) {
    const line = alone.slice(i, i + 10);
    let right = 0;
    for (const unit of line) {
      positions.set(unit.id, [right, below]);
      right += unit.width + along;
    }
    below += Math.max(...line.map((unit) => unit.height)) + between;
  }
  return positions;
}

answerRequests(positionsOf);
