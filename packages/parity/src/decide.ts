import type { KeyVerdict } from './summary.ts';
import { whyUnverifiable } from './unverifiable.ts';

/** A node with the constructs of its plan, and a reason of its own not to run on Sail, if it has one. */
export type NodeConstructs = { nodeId: string; keys: readonly string[]; unverified?: string };

export type NodeDecision = {
  nodeId: string;
  verified: boolean;
  keys: readonly string[];
  /** Keys that are not verified, each with the reason. */
  missing: { key: string; reason: string }[];
};

export type Decision = { engine: 'sail' | 'spark'; why: string; perNode: NodeDecision[] };

/**
 * Sail when every construct of every node is verified to give Spark's rows there, else Spark; with the reasons.
 * Pure, given the compatibility matrix.
 */
export function decide(nodes: readonly NodeConstructs[], table: ReadonlyMap<string, KeyVerdict>): Decision {
  const perNode = nodes.map((node) => decideNode(node, table));
  const open = perNode.filter((node) => !node.verified);
  const [first] = open;
  const [reason] = first?.missing ?? [];
  if (!first || !reason) {
    const count = new Set(nodes.flatMap((node) => node.keys)).size;
    return { engine: 'sail', why: `all ${count} constructs are verified to give Spark's rows`, perNode };
  }
  const more = open.length > 1 ? ` (and ${open.length - 1} more node${open.length > 2 ? 's' : ''})` : '';
  return { engine: 'spark', why: `node ${first.nodeId}: ${reason.key}: ${reason.reason}${more}`, perNode };
}

function decideNode(
  { nodeId, keys, unverified }: NodeConstructs,
  table: ReadonlyMap<string, KeyVerdict>,
): NodeDecision {
  const missing = keys.flatMap((key) => {
    const reason = whyNotVerified(key, table);
    return reason === undefined ? [] : [{ key, reason }];
  });
  if (unverified !== undefined) missing.unshift({ key: 'processor', reason: unverified });
  return { nodeId, verified: missing.length === 0, keys, missing };
}

function whyNotVerified(key: string, table: ReadonlyMap<string, KeyVerdict>): string | undefined {
  const barred = whyUnverifiable(key);
  if (barred !== undefined) return barred;
  const verdict = table.get(key);
  if (!verdict) return 'not in the compatibility matrix';
  return verdict.verified ? undefined : verdict.reason;
}
