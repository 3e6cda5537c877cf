import type { WorkflowNode } from '../document/types.ts';
import { problem } from '../problems/problem.ts';
import { edgeLabel, nodeLabel } from '../problems/quote.ts';
import { canFeed, isNote } from '../rules/flow.ts';
import { mayFeed, nodeRule } from '../rules/node-rules.ts';
import { edgeLocation } from './check-edges.ts';
import { specOf } from './context.ts';
import type { Check, Context } from './context.ts';

/**
 * Edges between types that the rule table does not pair: an error when the target cannot use what the source
 * gives, else a warning. If file and catalogue disagree about a node's type, either will do.
 */
export const checkPairings: Check = function* (context) {
  const { workflow, nodes } = context.graph;
  for (const edge of workflow.edges) {
    const source = nodes.get(edge.source);
    const target = nodes.get(edge.target);
    if (!source || !target || source === target || isNote(source) || isNote(target)) continue;
    const verdict = pairing(typesOf(context, source), typesOf(context, target));
    if (verdict === 'fine') continue;
    const params = {
      edge: edgeLabel(edge),
      source: nodeLabel(source),
      sourceType: source.type,
      target: nodeLabel(target),
      targetType: target.type,
      allowed: nodeRule(target.type)?.possibleSources ?? [],
    };
    yield problem(verdict, params, edgeLocation(edge, target.id));
  }
};

function pairing(
  sources: readonly string[],
  targets: readonly string[],
): 'fine' | 'pairing-unusual' | 'pairing-forbidden' {
  const some = (test: (source: string, target: string) => boolean): boolean =>
    sources.some((source) => targets.some((target) => test(source, target)));
  if (sources.length === 0 || targets.length === 0 || some(mayFeed)) return 'fine';
  return some(canFeed) ? 'pairing-unusual' : 'pairing-forbidden';
}

/** The types that a node counts as; those without rules are left out (they have a warning of their own). */
function typesOf(context: Context, node: WorkflowNode): readonly string[] {
  const spec = specOf(context, node);
  return [node.type, spec?.type ?? node.type].filter((type) => nodeRule(type));
}
