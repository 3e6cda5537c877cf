import type { WorkflowNode } from './document/types.ts';

/**
 * A node's meaning as text, the same for every way to write it: its class and the fields that have a value,
 * sorted by name. Without id, name, type, position, titles and the order of fields, which change no row; null
 * and "" count as absent, as they do in a run. Made to be hashed.
 */
export function canonicalNode(node: WorkflowNode): string {
  const values = new Map<string, string>();
  for (const { name, value } of node.fields) if (value && !values.has(name)) values.set(name, value);
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return JSON.stringify([node.nodeClass, sorted]);
}
