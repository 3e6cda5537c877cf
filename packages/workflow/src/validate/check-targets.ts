import { problem } from '../problems/problem.ts';
import { labelIn, nodeLabel } from '../problems/quote.ts';
import { isNote } from '../rules/flow.ts';
import { targetsOf } from '../targets.ts';
import { specOf } from './context.ts';
import type { Check } from './context.ts';

/** Nodes that write to the same path, so that one would replace the output of the other. */
export const checkTargets: Check = function* (context) {
  const all = context.graph.workflow.nodes.flatMap((node) =>
    isNote(node) ? [] : targetsOf(node, specOf(context, node)).map((target) => ({ node, ...target })),
  );
  for (const [first, ...others] of Map.groupBy(all, ({ path }) => path).values())
    for (const { node, field, value, shares } of others) {
      if (first === undefined || (shares !== 'nothing' && shares === first.shares)) continue;
      const params = {
        node: nodeLabel(node),
        field: labelIn(specOf(context, node), field),
        value,
        other: nodeLabel(first.node),
        otherField: labelIn(specOf(context, first.node), first.field),
      };
      yield problem('target-shared', params, { nodeId: node.id, nodeIds: [first.node.id, node.id], field });
    }
};
