import { anchorIndex } from '../graph/wiring.ts';
import { problem } from '../problems/problem.ts';
import { edgeLabel, nodeLabel } from '../problems/quote.ts';
import { edgeLocation } from './check-edges.ts';
import { specOf } from './context.ts';
import type { Check } from './context.ts';

/** Edges that name an output or input which the node does not have, or an input that is filled already. */
export const checkAnchors: Check = function* (context) {
  for (const node of context.graph.nodes.values()) {
    const spec = specOf(context, node);
    const label = nodeLabel(node);
    const outputs = spec?.outputs ?? [];
    for (const edge of outputs.length > 1 ? (context.graph.outgoing.get(node.id) ?? []) : []) {
      const anchor = edge.sourceAnchor;
      if (!anchor || anchorIndex(anchor, outputs) >= 0) continue;
      const params = { edge: edgeLabel(edge), node: label, anchor, names: outputs };
      yield problem('unknown-anchor', params, edgeLocation(edge, node.id));
    }
    const inputs = spec?.inputNames ?? [];
    const usedInputs = new Set<number>();
    for (const edge of inputs.length > 1 ? (context.graph.incoming.get(node.id) ?? []) : []) {
      const anchor = edge.targetAnchor;
      if (!anchor) continue;
      const index = anchorIndex(anchor, inputs);
      const params = { edge: edgeLabel(edge), node: label, anchor };
      if (index < 0) yield problem('unknown-anchor', { ...params, names: inputs }, edgeLocation(edge, node.id));
      else if (usedInputs.has(index)) yield problem('anchor-taken', params, edgeLocation(edge, node.id));
      usedInputs.add(index);
    }
  }
};
