import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { storable } from '../store/zero-bytes.ts';
import type { ModelRecord } from './record.ts';

/** A model that has been saved, and under which name. */
export interface NewVersion {
  readonly projectId: number;
  readonly name: string;
  /** Where it lies, as `spacePath` spells it. */
  readonly path: string;
  readonly record: ModelRecord;
  readonly executionId: number | null;
  readonly nodeId: string | null;
  readonly userId: number;
}

/**
 * Adds a version to the model of a name, which is made if there is none, and returns the ids of both with its number. What
 * lay in the folder that a run has saved to counts as replaced.
 */
export async function registerVersion(
  tx: Db,
  version: NewVersion,
  now: number,
): Promise<{ id: number; modelId: number; version: number }> {
  const { projectId, userId, path, executionId, nodeId } = version;
  if (executionId !== null)
    await tx
      .updateTable('modelVersions')
      .set({ replacedAt: now })
      .where('path', '=', path)
      .where('replacedAt', 'is', null)
      .execute();
  const model = await tx
    .insertInto('models')
    .values({
      uuid: randomUUID(),
      projectId,
      userId,
      name: storable(version.name),
      description: '',
      lastVersion: 1,
      champion: null,
      dateCreated: now,
      dateLastUpdated: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'name'])
        .doUpdateSet({ lastVersion: sql<number>`models.last_version + 1`, dateLastUpdated: now }),
    )
    .returning(['id', 'lastVersion'])
    .executeTakeFirstOrThrow();
  const user = await tx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  const { id } = await tx
    .insertInto('modelVersions')
    .values({
      uuid: randomUUID(),
      modelId: model.id,
      version: model.lastVersion,
      path,
      record: storable(JSON.stringify(version.record)),
      executionId,
      nodeId: nodeId === null ? null : storable(nodeId),
      userId,
      userName: user?.username ?? '',
      dateCreated: now,
      replacedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, modelId: model.id, version: model.lastVersion };
}
