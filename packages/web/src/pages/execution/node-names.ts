import type { Output } from '../../api/queries-of-runs.ts';
import { modelsTexts } from '../../texts/models.ts';

/**
 * Titles for outputs of several nodes: the names of their nodes, each with its number if another has the same name.
 * Outputs of a single node need none, nor do outputs with the name of their node.
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
