import { findCycles } from '../graph/cycles.ts';
import { problem } from '../problems/problem.ts';
import { nodeLabel } from '../problems/quote.ts';
import type { Check } from './context.ts';

/** Groups of nodes that feed each other; self-loops are reported with their edge. */
export const checkCycles: Check = function* ({ graph }) {
  for (const cycle of findCycles(graph)) {
    if (cycle.length < 2) continue;
    const nodes = cycle.map((id) => nodeLabel(graph.nodes.get(id) ?? { id, name: '' }));
    yield problem('cycle', { nodes }, { nodeId: cycle[0], nodeIds: cycle });
  }
};
