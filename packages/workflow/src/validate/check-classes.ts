import { problem } from '../problems/problem.ts';
import { nodeLabel } from '../problems/quote.ts';
import { isNote } from '../rules/flow.ts';
import { nodeRule } from '../rules/node-rules.ts';
import { specOf } from './context.ts';
import type { Check } from './context.ts';

/** Classes that cannot run here, and types that do not fit their class. */
export const checkClasses: Check = function* (context) {
  for (const node of context.graph.workflow.nodes) {
    const spec = specOf(context, node);
    const label = { node: nodeLabel(node) };
    const location = { nodeId: node.id };
    const { nodeClass, type } = node;
    if (spec && spec.type !== type) yield problem('type-differs', { ...label, type, expected: spec.type }, location);
    else if (!nodeRule(type)) yield problem('unknown-type', { ...label, type }, location);
    if (isNote(node)) continue;
    if (nodeClass === '') yield problem('node-without-class', label, location);
    else if (!spec) yield problem('unknown-class', { ...label, nodeClass }, location);
    else if (spec.unavailable !== undefined) {
      yield problem('class-unavailable', { ...label, nodeClass, reason: spec.unavailable }, location);
    }
  }
};
