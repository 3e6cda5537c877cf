import { sql, type Selectable, type Transaction } from 'kysely';
import type { Principal } from '../access/principal.ts';
import { requireRight, rightsIn, visible } from '../access/projects.ts';
import { holds } from '../access/rights.ts';
import { Problem } from '../problems.ts';
import type { Db } from '../store/database.ts';
import type { Tables } from '../store/tables.ts';
import type { TrashedWorkflowTable } from '../store/tables/project-records.ts';
import { workflowFor } from './save.ts';
import { notFound } from '../refusals.ts';

type Trashed = Selectable<TrashedWorkflowTable>;

const versionColumns = [
  'id',
  'workflowId',
  'version',
  'content',
  'userId',
  'userName',
  'userComment',
  'dateLastUpdated',
] as const;

const scheduleColumns = [
  'id',
  'workflowId',
  'projectId',
  'userId',
  'name',
  'description',
  'record',
  'firedAt',
  'dateCreated',
  'dateLastUpdated',
  'version',
] as const;

/** Puts a workflow into the trash, with its versions and its schedules, which fire no more. */
export async function trashWorkflow(tx: Transaction<Tables>, who: Principal, id: number, now: number): Promise<void> {
  await workflowFor(tx, who, id, 'EDIT');
  // a user who saves it in the meantime waits, and then does not find it
  const row = await tx
    .updateTable('workflows')
    .set({ lockedByUserId: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound('workflow', id);
  const { lockedByUserId: _, ...columns } = row;
  await tx
    .insertInto('trashedWorkflows')
    .values({ ...columns, trashedAt: now, trashedByUserId: who.id })
    .execute();
  await tx
    .insertInto('trashedWorkflowVersions')
    .columns(versionColumns)
    .expression(tx.selectFrom('workflowVersions').select(versionColumns).where('workflowId', '=', id))
    .execute();
  await tx
    .insertInto('trashedSchedules')
    .columns(scheduleColumns)
    .expression(tx.selectFrom('schedules').select(scheduleColumns).where('workflowId', '=', id))
    .execute();
  await tx.deleteFrom('workflows').where('id', '=', id).execute();
}

/**
 * Brings a workflow back as it was, and returns the number of its schedules. They stand still until a user starts them: it
 * may lie long since they fired last.
 */
export async function restoreWorkflow(tx: Transaction<Tables>, who: Principal, id: number): Promise<number> {
  const row = await trashedFor(tx, who, id, 'EDIT');
  const { trashedAt: _, trashedByUserId: __, ...columns } = row;
  const restoredRow = await tx
    .insertInto('workflows')
    .values({ ...columns, lockedByUserId: null })
    .onConflict((conflict) => conflict.columns(['projectId', 'uuid']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (restoredRow === undefined)
    throw new Problem(
      'CONFLICT',
      `project ${row.projectId} has another workflow with the UUID ${row.uuid} now: delete that workflow first`,
    );
  await tx
    .insertInto('workflowVersions')
    .columns(versionColumns)
    .expression(tx.selectFrom('trashedWorkflowVersions').select(versionColumns).where('workflowId', '=', id))
    .execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('schedules')
    .columns([...scheduleColumns, 'isActive', 'nextFireAt'])
    .expression(
      tx
        .selectFrom('trashedSchedules')
        .select([...scheduleColumns, sql<0>`0`.as('isActive'), sql<null>`cast(null as bigint)`.as('nextFireAt')])
        .where('workflowId', '=', id),
    )
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('trashedWorkflows').where('id', '=', id).execute();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

/** Deletes what is in the trash of a project, or of all that a user may edit, for good; returns how many. */
export async function emptyTrash(db: Db, who: Principal, projectId: number | undefined): Promise<number> {
  if (projectId !== undefined) await requireRight(db, who, projectId, 'EDIT');
  const projects = await db
    .selectFrom('trashedWorkflows')
    .select('projectId')
    .distinct()
    .where(visible(who, 'trashedWorkflows.projectId'))
    .$if(projectId !== undefined, (query) => query.where('projectId', '=', projectId ?? 0))
    .execute();
  let count = 0;
  for (const { projectId: project } of projects) {
    if (!holds(await rightsIn(db, who, project), 'EDIT')) continue;
    const removed = await db.deleteFrom('trashedWorkflows').where('projectId', '=', project).executeTakeFirst();
    count += Number(removed.numDeletedRows);
  }
  return count;
}

/** A workflow in the trash that a user may see, and may do that with. */
export async function trashedFor(db: Db, who: Principal, id: number, right: 'VIEW' | 'EDIT'): Promise<Trashed> {
  const row = await db
    .selectFrom('trashedWorkflows')
    .selectAll('trashedWorkflows')
    .where('trashedWorkflows.id', '=', id)
    .where(visible(who, 'trashedWorkflows.projectId'))
    .executeTakeFirst();
  if (row === undefined) throw new Problem('NOT_FOUND', `workflow ${id} not found in the trash`);
  if (right !== 'VIEW') await requireRight(db, who, row.projectId, right);
  return row;
}
