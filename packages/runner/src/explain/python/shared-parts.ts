import { plainRows } from '@millrace/processors';
import type { TransformStage } from '@millrace/spark-connect/ml';
import type { Relation } from '@millrace/spark-connect/proto';
import { boundAttributesOf, eachOnce } from '@millrace/spark-connect/visit';
import { readBy } from './model-rows.ts';

/**
 * The parts of plans that need a variable: those read more than once, and those to which columns are bound. In an order
 * in which each stands after what it reads. `hasVariable` tells relations that have a variable already, and `holds` models that
 * have one; nothing below them counts.
 */
export function sharedParts(
  roots: readonly Relation[],
  hasVariable: (relation: Relation) => boolean,
  holds: (stage: TransformStage) => boolean,
): Relation[] {
  const { reads, relations: ordered } = eachOnce(roots.map(plainRows), (relation) =>
    hasVariable(relation) ? [] : readBy(relation, holds),
  );
  const own = ordered.filter((relation) => !hasVariable(relation));
  const bound = new Set(own.flatMap((relation) => boundAttributesOf(relation).map(({ planId }) => planId)));
  return own.filter((r) => (reads.get(r) ?? 0) > 1 || bound.has(r.common?.planId ?? -1n));
}

/** Every relation below the roots that holds its rows itself; none of `until`, nor below them. */
export const localRelations = (roots: readonly Relation[], until: ReadonlySet<Relation>): Relation[] =>
  [
    ...eachOnce(roots.map(plainRows), (relation) =>
      until.has(relation) ? [] : readBy(relation, () => false),
    ).reads.keys(),
  ].filter((relation) => relation.relType.case === 'localRelation' && !until.has(relation));
