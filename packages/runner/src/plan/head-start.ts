import { typeOf, type ProcessorCatalogue } from '@millrace/processors';
import type { InputRef, WorkflowNode } from '@millrace/workflow';
import { learnsModel } from './model-types.ts';

/**
 * Who waits for whom on an engine that shares few cores among all: nodes that no learner needs, and that need none, begin when
 * the first learners have what they learn from. What leads to those is worked on alone, one step after the other; beside
 * the learning, and the judging after it, there is room. Gives, for each node that waits, the learners that have to begin.
 */
export function headStarts(
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
