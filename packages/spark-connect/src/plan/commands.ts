import { create } from '@bufbuild/protobuf';
import { planOfCommand } from '../client.ts';
import {
  CheckpointCommandSchema,
  CreateDataFrameViewCommandSchema,
  MlCommandSchema,
  PlanSchema,
  RemoveCachedRemoteRelationCommandSchema,
  SqlCommandSchema,
  type MlCommand,
  type Plan,
  type Relation,
} from '../proto.ts';
import { storageLevel, type StorageLevelName } from '../storage.ts';

/** The plan that gives the rows of a relation. */
export const planOf = (root: Relation): Plan => create(PlanSchema, { opType: { case: 'root', value: root } });

/** Runs a SQL statement at once. */
export const sqlCommand = (input: Relation): Plan =>
  planOfCommand({ case: 'sqlCommand', value: create(SqlCommandSchema, { input }) });

/** Has the engine do something with an operator of Spark ML. */
export const mlCommand = (command: MlCommand['command']): Plan =>
  planOfCommand({ case: 'mlCommand', value: create(MlCommandSchema, { command }) });

/** Makes a relation a temporary view, of the session or of all sessions (`global`). */
export const createView = (
  input: Relation,
  name: string,
  { replace, global: isGlobal }: { readonly replace: boolean; readonly global: boolean },
): Plan =>
  planOfCommand({
    case: 'createDataframeView',
    value: create(CreateDataFrameViewCommandSchema, { input, name, isGlobal, replace }),
  });

/** How a checkpoint holds rows. */
export interface CheckpointOptions {
  /** Whether the rows are computed at once. Default: true. */
  readonly eager?: boolean;
  /** Whether the engine's own processes hold them. Default: true. */
  readonly local?: boolean;
  readonly storageLevel?: StorageLevelName;
}

/** Computes the rows of a relation and holds them on the engine. */
export const checkpoint = (
  relation: Relation,
  { eager = true, local = true, storageLevel: level }: CheckpointOptions,
): Plan =>
  planOfCommand({
    case: 'checkpointCommand',
    value: create(CheckpointCommandSchema, { relation, eager, local, storageLevel: level && storageLevel(level) }),
  });

/** Lets the engine forget the rows of a checkpoint; undefined for a relation that is none. */
export function removeCheckpoint({ relType }: Relation): Plan | undefined {
  if (relType.case !== 'cachedRemoteRelation') return undefined;
  const value = create(RemoveCachedRemoteRelationCommandSchema, { relation: relType.value });
  return planOfCommand({ case: 'removeCachedRemoteRelationCommand', value });
}
