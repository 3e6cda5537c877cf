import type { Cell } from '../../api/cell.ts';

interface NodeRow {
  readonly nodeId: string;
  readonly name: string;
}

/** A node that is in both runs, or in one of them. */
export interface Pair<T> {
  readonly nodeId: string;
  readonly name: string;
  readonly first: T | undefined;
  readonly second: T | undefined;
}

/** Nodes of two runs side by side, in the order of the first; nodes of only the second come last. */
export function pairs<T extends NodeRow>(first: readonly T[], second: readonly T[]): readonly Pair<T>[] {
  const others = new Map(second.map((node) => [node.nodeId, node]));
  const ids = new Set(first.map(({ nodeId }) => nodeId));
  const both = first.map((node) => ({
    nodeId: node.nodeId,
    name: node.name,
    first: node,
    second: others.get(node.nodeId),
  }));
  const rest = second.filter(({ nodeId }) => !ids.has(nodeId));
  return [...both, ...rest.map((node) => ({ nodeId: node.nodeId, name: node.name, first: undefined, second: node }))];
}

type Row = readonly Cell[];

/** Rows that are in only one of two tables, in any order; duplicates count. */
export interface RowDifference {
  readonly same: number;
  readonly firstOnly: readonly Row[];
  readonly secondOnly: readonly Row[];
}

export function rowDifference(first: readonly Row[], second: readonly Row[]): RowDifference {
  const counts = new Map<string, number>();
  for (const row of second) {
    const key = JSON.stringify(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const firstOnly = first.filter((row) => {
    const key = JSON.stringify(row);
    const many = counts.get(key) ?? 0;
    if (many > 0) counts.set(key, many - 1);
    return many === 0;
  });
  const secondOnly = second.filter((row) => {
    const key = JSON.stringify(row);
    const many = counts.get(key) ?? 0;
    if (many > 0) counts.set(key, many - 1);
    return many > 0;
  });
  return { same: first.length - firstOnly.length, firstOnly, secondOnly };
}
