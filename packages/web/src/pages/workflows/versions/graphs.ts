import { diffWorkflows, parseWorkflow, type Edge, type Workflow, type WorkflowDiff } from '@millrace/workflow';

/** The change of a node or an edge from one version to the next. */
export type ChangeState = 'same' | 'added' | 'removed' | 'changed' | 'moved';

export interface DrawnNode {
  readonly key: string;
  readonly name: string;
  readonly fate: ChangeState;
  readonly x: number;
  readonly y: number;
  /** Its earlier position, if it has moved. */
  readonly before?: { readonly x: number; readonly y: number };
}

export interface DrawnEdge {
  readonly key: string;
  readonly fate: 'same' | 'added' | 'removed';
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

export interface Comparison {
  readonly diff: WorkflowDiff;
  readonly drawing: Drawing;
  /** Names of nodes by id, those of the newer graph first. */
  readonly names: ReadonlyMap<string, string>;
}

/** Both graphs in one drawing, with the differences; undefined if one of them cannot be read. */
export function compare(before: string, after: string): Comparison | undefined {
  const [old, now] = [parseWorkflow(before), parseWorkflow(after)];
  if (!old.ok || !now.ok) return undefined;
  const diff = diffWorkflows(old.workflow, now.workflow);
  return {
    diff,
    drawing: drawingOf(old.workflow, now.workflow, diff),
    names: new Map([...old.workflow.nodes, ...now.workflow.nodes].map(({ id, name }) => [id, name])),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const number = (text: string | null): number | undefined => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : undefined;
};

/** Positions of nodes; nodes without one are in a row of their own below the others. */
function positionsOf({ nodes }: Workflow): ReadonlyMap<string, Point> {
  const stored = nodes.flatMap(({ id, x, y }) => {
    const [left, top] = [number(x), number(y)];
    return left === undefined || top === undefined ? [] : [[id, { x: left, y: top }] as const];
  });
  const bottom = stored.reduce((lowest, [, { y }]) => Math.max(lowest, y), 0);
  const positions = new Map(stored);
  let x = 0;
  for (const { id } of nodes)
    if (!positions.has(id)) {
      positions.set(id, { x, y: bottom + 120 });
      x += 200;
    }
  return positions;
}

const ends = ({ source, target, sourceAnchor, targetAnchor }: Edge): string =>
  JSON.stringify([source, target, sourceAnchor, targetAnchor]);

function drawingOf(old: Workflow, now: Workflow, diff: WorkflowDiff): Drawing {
  const [before, after] = [positionsOf(old), positionsOf(now)];
  const added = new Set(diff.nodesAdded.map(({ id }) => id));
  const changes = new Map(diff.nodesChanged.map((change) => [change.nodeId, change]));
  const fateOf = (id: string): ChangeState => {
    if (added.has(id)) return 'added';
    const change = changes.get(id);
    if (change === undefined) return 'same';
    const isMoreThanMoved = change.renamed !== undefined || change.fields.length > 0 || change.attributes.length > 0;
    return isMoreThanMoved ? 'changed' : 'moved';
  };
  const origin = { x: 0, y: 0 };
  const nodes: DrawnNode[] = [
    ...diff.nodesRemoved.map(({ id, name }) => ({
      key: `- ${id}`,
      name,
      fate: 'removed' as const,
      ...(before.get(id) ?? origin),
    })),
    ...now.nodes.map(({ id, name }) => ({
      key: id,
      name,
      fate: fateOf(id),
      ...(after.get(id) ?? origin),
      ...(changes.get(id)?.moved === undefined ? {} : { before: before.get(id) ?? origin }),
    })),
  ];
  const isAdded = new Set(diff.edgesAdded);
  const line = (edge: Edge, fate: DrawnEdge['fate'], i: number): readonly DrawnEdge[] => {
    // a removed edge may begin at a node that stays
    const from = after.get(edge.source) ?? before.get(edge.source);
    const to = after.get(edge.target) ?? before.get(edge.target);
    return from === undefined || to === undefined ? [] : [{ key: `${fate} ${ends(edge)} ${i}`, fate, from, to }];
  };
  return {
    nodes,
    edges: [
      ...now.edges.flatMap((edge, i) => line(edge, isAdded.has(edge) ? 'added' : 'same', i)),
      ...diff.edgesRemoved.flatMap((edge, i) => line(edge, 'removed', i)),
    ],
  };
}
