import { plainRows } from '@millrace/processors';
import type { TransformStage } from '@millrace/spark-connect/ml';
import type { Relation } from '@millrace/spark-connect/proto';
import { boundAttributesOf } from '../../plan/plan-messages.ts';
import { readBy } from './learned-rows.ts';

/**
 * The parts of plans that need a variable: those read more than once, and those to which columns are bound. In an order
 * in which each stands after what it reads. `named` are relations that have a variable already, and `holds` models that
 * have one; nothing below them counts.
 */
export function sharedParts(
  roots: readonly Relation[],
  named: (relation: Relation) => boolean,
  holds: (stage: TransformStage) => boolean,
): Relation[] {
  const reads = new Map<Relation, number>();
  const bound = new Set<bigint>();
  const ordered: Relation[] = [];
  const visit = (relation: Relation): void => {
    if (named(relation)) return;
    const before = reads.get(relation) ?? 0;
    reads.set(relation, before + 1);
    if (before > 0) return;
    for (const { planId } of boundAttributesOf(relation)) if (planId !== undefined) bound.add(planId);
    for (const below of readBy(relation, holds)) visit(below);
    ordered.push(relation);
  };
  for (const root of roots) visit(plainRows(root));
  return ordered.filter((r) => (reads.get(r) ?? 0) > 1 || bound.has(r.common?.planId ?? -1n));
}

/** Every relation below the roots that holds its rows itself. */
export function localRelations(roots: readonly Relation[]): Relation[] {
  const seen = new Set<Relation>();
  const visit = (relation: Relation): void => {
    if (seen.has(relation)) return;
    seen.add(relation);
    for (const below of readBy(relation, () => false)) visit(below);
  };
  for (const root of roots) visit(plainRows(root));
  return [...seen].filter((r) => r.relType.case === 'localRelation');
}
