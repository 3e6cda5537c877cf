import { typeOf, type ProcessorCatalogue } from '@millrace/processors';
import type { InputRef, WorkflowNode } from '@millrace/workflow';
import { learnsModel } from './model-types.ts';

/**
 * The order of starts on an engine that shares few cores among all nodes: nodes that no learner needs, and that need none,
 * begin when the first learners have their rows. The nodes that lead to learners run alone, one after the other; training,
 * and the evaluation after it, leave cores free. Returns, for each node that waits, the learners that have to begin first.
 */
export function learnersToAwait(
  nodes: readonly WorkflowNode[],
  catalogue: ProcessorCatalogue,
  references: ReadonlyMap<string, readonly InputRef[]>,
): ReadonlyMap<string, readonly string[]> {
  const learning = new Set(nodes.filter((node) => learnsModel(typeOf(catalogue, node))).map(({ id }) => id));
  if (learning.size === 0) return new Map();
  // nodes come in an order in which inputs stand before their readers
  const behind = new Set<string>();
  for (const [id, inputs] of references)
    if (inputs.some(({ nodeId }) => learning.has(nodeId) || behind.has(nodeId))) behind.add(id);
  const ahead = new Set<string>();
  for (const [id, inputs] of [...references].toReversed())
    if (learning.has(id) || ahead.has(id)) for (const { nodeId } of inputs) ahead.add(nodeId);
  const first = [...learning].filter((id) => !behind.has(id));
  const waits = ({ id }: WorkflowNode): boolean => !learning.has(id) && !behind.has(id) && !ahead.has(id);
  return new Map(nodes.filter(waits).map(({ id }) => [id, first]));
}
