import { problem } from '../problems/problem.ts';
import { labelIn, nodeLabel } from '../problems/quote.ts';
import { specOf } from './context.ts';
import type { Check } from './context.ts';

/** Ids that several nodes or edges have, and names of fields of a node that hold several values. */
export const checkIds: Check = function* (context) {
  const { workflow } = context.graph;
  for (const [id, nodes] of Map.groupBy(workflow.nodes, (node) => node.id)) {
    if (nodes.length > 1) yield problem('duplicate-node-id', { id, count: nodes.length }, { nodeId: id });
  }
  for (const [id, edges] of Map.groupBy(workflow.edges, (edge) => edge.id)) {
    if (id === null || edges.length < 2) continue;
    yield problem('duplicate-edge-id', { id: String(id), count: edges.length }, { edgeId: id });
  }
  for (const node of workflow.nodes) {
    for (const [field, same] of Map.groupBy(node.fields, (entry) => entry.name)) {
      // files of older versions hold some fields twice, with the same value
      if (same.every(({ value }) => value === same[0]?.value)) continue;
      const params = { node: nodeLabel(node), field: labelIn(specOf(context, node), field) };
      yield problem('duplicate-field', params, { nodeId: node.id, field });
    }
  }
};
