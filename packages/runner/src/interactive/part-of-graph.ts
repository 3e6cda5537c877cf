import type { ProcessorCatalogue } from '@millrace/processors';
import { indexGraph, inputsOf, PARAMETER_NODE, type Workflow } from '@millrace/workflow';

/**
 * The part of a workflow that a node's output, or its inputs, come from: its ancestors, the node where it is wanted, and the
 * nodes that define parameters.
 */
export function partBefore(
  workflow: Workflow,
  catalogue: ProcessorCatalogue,
  nodeId: string,
  withNode: boolean,
): Workflow {
  const graph = indexGraph(workflow);
  const wanted = new Set<string>();
  const waiting = withNode ? [nodeId] : inputsOf(graph, catalogue, nodeId).map((input) => input.nodeId);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (wanted.has(id)) continue;
    wanted.add(id);
    waiting.push(...inputsOf(graph, catalogue, id).map((input) => input.nodeId));
  }
  return {
    ...workflow,
    nodes: workflow.nodes.filter(({ id, nodeClass }) => wanted.has(id) || nodeClass === PARAMETER_NODE),
    edges: workflow.edges.filter(({ source, target }) => wanted.has(source) && wanted.has(target)),
  };
}
