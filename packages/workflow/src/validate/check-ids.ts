import { problem } from '../problems/problem.ts';
import { nodeLabel } from '../problems/quote.ts';
import type { Check } from './context.ts';

/** Ids that several nodes or several edges have, and names that several fields of a node have. */
export const checkIds: Check = function* ({ graph: { workflow } }) {
  for (const [id, nodes] of Map.groupBy(workflow.nodes, (node) => node.id)) {
    if (nodes.length > 1) yield problem('duplicate-node-id', { id, count: nodes.length }, { nodeId: id });
  }
  for (const [id, edges] of Map.groupBy(workflow.edges, (edge) => edge.id)) {
    if (id === null || edges.length < 2) continue;
    yield problem('duplicate-edge-id', { id: String(id), count: edges.length }, { edgeId: id });
  }
  for (const node of workflow.nodes) {
    for (const [field, same] of Map.groupBy(node.fields, (entry) => entry.name)) {
      if (same.length < 2) continue;
      yield problem('duplicate-field', { node: nodeLabel(node), field }, { nodeId: node.id, field });
    }
  }
};
