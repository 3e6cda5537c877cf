import type { Edge } from '../document/types.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemLocation } from '../problems/problem.ts';
import { edgeLabel, nodeLabel } from '../problems/quote.ts';
import { isNote } from '../rules/flow.ts';
import type { Check } from './context.ts';

/** Edges that lead nowhere, to their own start, or to a note. */
export const checkEdges: Check = function* ({ graph: { workflow, nodes } }) {
  for (const edge of workflow.edges) {
    const label = edgeLabel(edge);
    const missing = [...new Set([edge.source, edge.target])].filter((id) => !nodes.has(id));
    if (missing.length > 0) yield problem('dangling-edge', { edge: label, missing }, edgeLocation(edge));
    for (const id of new Set([edge.source, edge.target])) {
      const node = nodes.get(id);
      if (!node) continue;
      const params = { edge: label, node: nodeLabel(node) };
      if (edge.source === edge.target) yield problem('self-loop', params, edgeLocation(edge, id));
      if (isNote(node)) yield problem('note-with-edge', params, edgeLocation(edge, id));
    }
  }
};

/** The place of a problem of an edge, and of the node that it is about. */
export function edgeLocation(edge: Edge, nodeId?: string): ProblemLocation {
  return { ...(edge.id !== null && { edgeId: edge.id }), ...(nodeId !== undefined && { nodeId }) };
}
