import { typeOf, type ProcessorCatalogue } from '@millrace/processors';
import type { InputRef, WorkflowNode } from '@millrace/workflow';
import { readersBelow } from './consumers.ts';
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
  const learning = nodes.filter((node) => learnsModel(typeOf(catalogue, node))).map(({ id }) => id);
  if (learning.length === 0) return new Map();
  const below = new Map(nodes.map(({ id }) => [id, readersBelow(id, references)]));
  const behind = new Set(learning.flatMap((id) => below.get(id) ?? []));
  const first = learning.filter((id) => !behind.has(id));
  const waits = ({ id }: WorkflowNode): boolean =>
    !learning.includes(id) && !behind.has(id) && !(below.get(id) ?? []).some((one) => learning.includes(one));
  return new Map(nodes.filter(waits).map(({ id }) => [id, first]));
}
