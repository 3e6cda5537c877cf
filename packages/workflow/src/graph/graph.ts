import type { Edge, Workflow, WorkflowNode } from '../document/types.ts';

/** A workflow with its edges looked up by node. */
export interface Graph {
  readonly workflow: Workflow;
  /** The first node of each id, in the order of the document. */
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  /** Edges into a node, in the order of their ids; dangling edges are left out. */
  readonly incoming: ReadonlyMap<string, readonly Edge[]>;
  /** Edges out of a node, in the order of their ids; dangling edges are left out. */
  readonly outgoing: ReadonlyMap<string, readonly Edge[]>;
}

/** Looks a workflow's nodes and edges up once; every other graph function takes the result. */
export function indexGraph(workflow: Workflow): Graph {
  const nodes = new Map<string, WorkflowNode>();
  for (const node of workflow.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
  const sound = byId(workflow.edges).filter((edge) => nodes.has(edge.source) && nodes.has(edge.target));
  return {
    workflow,
    nodes,
    incoming: Map.groupBy(sound, (edge) => edge.target),
    outgoing: Map.groupBy(sound, (edge) => edge.source),
  };
}

/** Edges in the order that counts: by number; those without a numeric id after them, as they stand. */
export function byId(edges: readonly Edge[]): readonly Edge[] {
  const rank = (edge: Edge): number => (typeof edge.id === 'number' ? edge.id : Infinity);
  return edges.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}
