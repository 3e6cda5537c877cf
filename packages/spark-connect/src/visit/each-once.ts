import type { Relation } from '../proto.ts';

/** What a walk over plans has met. */
export interface Walk {
  /** How often each relation is read, roots counted as read, in the order in which they are met first. */
  readonly reads: ReadonlyMap<Relation, number>;
  /** The relations, each behind those that it reads. */
  readonly relations: readonly Relation[];
}

/** Walks the relations below some roots, each once. `readBy` says which ones a relation reads, and so how far the walk goes. */
export function eachOnce(roots: readonly Relation[], readBy: (relation: Relation) => readonly Relation[]): Walk {
  const reads = new Map<Relation, number>();
  const relations: Relation[] = [];
  const visit = (relation: Relation): void => {
    const before = reads.get(relation) ?? 0;
    reads.set(relation, before + 1);
    if (before > 0) return;
    for (const below of readBy(relation)) visit(below);
    relations.push(relation);
  };
  for (const root of roots) visit(root);
  return { reads, relations };
}
