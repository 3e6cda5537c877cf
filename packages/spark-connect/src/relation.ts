import { create, type MessageInitShape } from '@bufbuild/protobuf';
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
