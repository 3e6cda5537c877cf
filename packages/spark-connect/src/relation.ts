import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { RelationSchema, type Relation } from './proto.ts';

type RelationInit = NonNullable<MessageInitShape<typeof RelationSchema>['relType']>;

let lastPlanId = 0n;

/** A relation with a plan id of its own, so that columns and named inputs can refer to it. */
export const relation = (relType: RelationInit): Relation =>
  create(RelationSchema, { common: { planId: ++lastPlanId }, relType });
