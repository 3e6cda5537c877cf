import type { ProcessorCatalogue } from '@millrace/processors';
import {
  indexGraph,
  inputsOf,
  nodeLabel,
  outputsOf,
  problem,
  type Edge,
  type Graph,
  type Problem,
  type Workflow,
} from '@millrace/workflow';

/** A part of a workflow: nodes, and all that they need. */
export interface Part {
  readonly workflow: Workflow;
  /** What only the whole graph shows: edges into the part that ask for an output too many. */
  readonly problems: readonly Problem[];
}

/**
 * Nodes of a workflow with all before them, and the edges between these. Each edge carries the output that it has in the whole
 * graph, though the others that share it with it may be left out.
 */
export function partOf(workflow: Workflow, catalogue: ProcessorCatalogue, ends: readonly string[]): Part {
  const graph = indexGraph(workflow);
  const ids = withAllBefore(graph, catalogue, ends);
  const nodes = workflow.nodes.filter(({ id }) => ids.has(id));
  const replacements = new Map<Edge, Edge>();
  const problems: Problem[] = [];
  for (const node of nodes) {
    const names = catalogue.get(node.nodeClass)?.outputs ?? [];
    if (names.length < 2) continue;
    const outputs = outputsOf(graph, catalogue, node.id).filter(({ edge, fixed }) => !fixed && ids.has(edge.target));
    for (const { edge, slot } of outputs) {
      const name = names[slot];
      if (name !== undefined) replacements.set(edge, { ...edge, sourceAnchor: name });
      else {
        const params = { node: nodeLabel(node), count: slot + 1, limit: names.length };
        problems.push(problem('too-many-outputs', params, { nodeId: node.id }));
      }
    }
  }
  const edges = workflow.edges.filter(({ target }) => ids.has(target)).map((edge) => replacements.get(edge) ?? edge);
  return { workflow: { ...workflow, nodes, edges }, problems };
}

function withAllBefore(graph: Graph, catalogue: ProcessorCatalogue, ends: readonly string[]): ReadonlySet<string> {
  const ids = new Set<string>();
  const waiting = [...ends];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (ids.has(id)) continue;
    ids.add(id);
    waiting.push(...inputsOf(graph, catalogue, id).map((input) => input.nodeId));
  }
  return ids;
}
