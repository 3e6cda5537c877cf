import type { Edge } from '../document/types.ts';
import type { Graph } from '../graph/graph.ts';
import type { WorkflowDiff } from './types.ts';

type EdgeDiff = Pick<WorkflowDiff, 'edgesAdded' | 'edgesRemoved' | 'inputsReordered' | 'outputsReordered'>;

/** Compares edges by what they connect; their ids matter only for their order. */
export function diffEdges(before: Graph, after: Graph): EdgeDiff {
  return {
    edgesAdded: surplus(after.workflow.edges, before.workflow.edges),
    edgesRemoved: surplus(before.workflow.edges, after.workflow.edges),
    inputsReordered: reorderedNodes(before.incoming, after.incoming),
    outputsReordered: reorderedNodes(before.outgoing, after.outgoing),
  };
}

/** The edges of the first list that are missing in the second; doubled edges are counted. */
function surplus(edges: readonly Edge[], others: readonly Edge[]): readonly Edge[] {
  const counts = new Map<string, number>();
  for (const edge of others) counts.set(ends(edge), (counts.get(ends(edge)) ?? 0) + 1);
  return edges.filter((edge) => {
    const count = counts.get(ends(edge)) ?? 0;
    counts.set(ends(edge), count - 1);
    return count <= 0;
  });
}

function reorderedNodes(before: Graph['incoming'], after: Graph['incoming']): readonly string[] {
  return [...before.keys()].filter((id) => {
    const old = (before.get(id) ?? []).map(ends);
    const now = (after.get(id) ?? []).map(ends);
    const same = old.length === now.length && old.every((end, index) => end === now[index]);
    return !same && old.toSorted().join() === now.toSorted().join();
  });
}

function ends(edge: Edge): string {
  return JSON.stringify([edge.source, edge.sourceAnchor, edge.target, edge.targetAnchor]);
}
