import type { ProcessorSpec } from '../catalogue.ts';
import type { WorkflowNode } from '../document/types.ts';
import { assignOutputs } from '../graph/wiring.ts';
import { problem } from '../problems/problem.ts';
import type { Problem } from '../problems/problem.ts';
import { nodeLabel } from '../problems/quote.ts';
import { isNote } from '../rules/flow.ts';
import { nodeRule } from '../rules/node-rules.ts';
import type { NodeRule } from '../rules/node-rules.ts';
import { specOf } from './context.ts';
import type { Check } from './context.ts';

/** Numbers of inputs and outputs: what the processor needs is an error, what only the rule table says a warning. */
export const checkCounts: Check = function* (context) {
  const { nodes, incoming, outgoing } = context.graph;
  for (const node of nodes.values()) {
    if (isNote(node)) continue;
    const spec = specOf(context, node);
    const rule = nodeRule(spec?.type ?? node.type) ?? nodeRule(node.type);
    yield* inputs(node, incoming.get(node.id)?.length ?? 0, spec, rule);
    const edges = outgoing.get(node.id) ?? [];
    const names = spec?.outputs ?? [];
    const inOrder = assignOutputs(edges, spec).filter((edge) => !edge.fixed).length;
    yield* outputs(node, { edges: edges.length, inOrder, names: names.length }, rule);
  }
};

function* inputs(node: WorkflowNode, count: number, spec?: ProcessorSpec, rule?: NodeRule): Iterable<Problem> {
  const label = { node: nodeLabel(node), count };
  const location = { nodeId: node.id };
  const range = rule && { min: rule.minNumOfInputs, max: rule.maxNumOfInputs };
  const needed = spec?.inputs ?? range;
  if (!needed) return;
  if (count < needed.min) yield problem('too-few-inputs', { ...label, limit: needed.min }, location);
  else if (count > needed.max) yield problem('too-many-inputs', { ...label, limit: needed.max }, location);
  else if (range && (count < range.min || count > range.max)) {
    yield problem('inputs-against-rule', { ...label, type: node.type, ...range }, location);
  }
}

interface Outgoing {
  readonly edges: number;
  /** Edges that take the outputs of a node with several in order. */
  readonly inOrder: number;
  /** Number of named outputs; 0 or 1 for a node with a single output. */
  readonly names: number;
}

function* outputs(node: WorkflowNode, outgoingEdges: Outgoing, rule?: NodeRule): Iterable<Problem> {
  const label = { node: nodeLabel(node) };
  const location = { nodeId: node.id };
  const limit = rule && rule.maxNumOfOutputs !== null ? Number(rule.maxNumOfOutputs) : Infinity;
  if (outgoingEdges.names > 1 && outgoingEdges.inOrder > outgoingEdges.names) {
    yield problem('too-many-outputs', { ...label, count: outgoingEdges.inOrder, limit: outgoingEdges.names }, location);
  } else if (outgoingEdges.edges > limit) {
    yield problem('outputs-against-rule', { ...label, count: outgoingEdges.edges, limit, type: node.type }, location);
  }
}
