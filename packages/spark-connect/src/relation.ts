import { create, fromBinary, toBinary, type MessageInitShape } from '@bufbuild/protobuf';
import type { DataFrame } from './dataframe.ts';
import { RelationSchema, type Relation } from './proto.ts';

type RelationInit = NonNullable<MessageInitShape<typeof RelationSchema>['relType']>;

/** What a relation is composed for, and that has not run. */
export interface Composed {
  readonly relation: Relation;
}

/** Makes a DataFrame of the session of another one: parts of its interface are given this, and need not import it. */
export type MakeFrame = (relation: Relation) => DataFrame;

let lastPlanId = 0n;

/** A relation with a plan id of its own, so that columns and named inputs can refer to it. */
export const relation = (relType: RelationInit): Relation =>
  create(RelationSchema, { common: { planId: ++lastPlanId }, relType });

/**
 * Ids for the relations of another client of the same session, whose plans are composed with those of this one: the first
 * of `count` that nothing here uses.
 */
export function reservePlanIds(count: number): bigint {
  const first = lastPlanId + 1n;
  lastPlanId += BigInt(count);
  return first;
}

/** A relation as another client reads it. Rows of this process must have been sent: `SparkConnectClient.local.flush`. */
export const encodeRelation = (plan: Relation): Uint8Array => toBinary(RelationSchema, plan);

/** The relation that another client has composed. Throws for bytes that hold none. */
export const decodeRelation = (bytes: Uint8Array): Relation => fromBinary(RelationSchema, bytes);
