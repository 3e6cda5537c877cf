import type { DataFrame } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';

const plain = new WeakMap<Relation, Relation>();

/** Notes that rows are those of another DataFrame, only looked at for what ends a run, or fewer of them. */
export function notePlainRows(rows: DataFrame, of: DataFrame): DataFrame {
  if (rows.relation !== of.relation) plain.set(rows.relation, of.relation);
  return rows;
}

/** The relation that a user would write in its place: without checks, and with all rows. */
export function plainRows(relation: Relation): Relation {
  const simpler = plain.get(relation);
  return simpler === undefined ? relation : plainRows(simpler);
}
