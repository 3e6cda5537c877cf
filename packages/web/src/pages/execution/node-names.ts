import type { Output } from '../../api/queries-of-runs.ts';
import { modelsTexts } from '../../texts/models.ts';

/**
 * For what several nodes have shown: the names of their nodes, each with its number where another is called the same.
 * Those of one node alone need none, nor those that are called as their node is.
 */
export function nodeNames(outputs: readonly Output[]): ReadonlyMap<Output, string> {
  if (new Set(outputs.map(({ nodeId }) => nodeId)).size < 2) return new Map();
  return new Map(
    outputs.flatMap((output) => {
      const { nodeId, name = '', title } = output;
      const isShared = outputs.some((one) => one.name === name && one.nodeId !== nodeId);
      if (isShared) return [[output, modelsTexts.nodeOf(name, nodeId)] as const];
      return name === '' || name === title ? [] : [[output, name] as const];
    }),
  );
}
