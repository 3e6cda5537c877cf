import type { Column, Value } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';

/** Aggregates of the rows of a relation that an engine has already computed. */
export interface KnownAggregates {
  readonly of: Relation;
  readonly values: readonly { readonly column: Column; readonly value: Value }[];
}
