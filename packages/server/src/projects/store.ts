import { randomUUID } from 'node:crypto';
import type { Principal } from '../access/principal.ts';
import { rightsByProject, visible } from '../access/projects.ts';
import { rightNames } from '../access/rights.ts';
import type { Context } from '../context.ts';
import { removeRunsOf } from '../executions/purge.ts';
import { Problem } from '../problems.ts';
import type { Db } from '../store/database.ts';
import { projectRecords } from './records.ts';

/** Projects as the interface returns them. */
export const datedProjects = (db: Db) =>
  projectRecords(db).select(['projects.dateCreated', 'projects.dateLastUpdated']);

/** The projects that a user may see, by name, with what they may do there and the groups that share them. */
export async function listProjects(db: Db, who: Principal) {
  const isVisible = visible(who, 'projects.id');
  const rows = await datedProjects(db).where(isVisible).orderBy('projects.name').orderBy('projects.id').execute();
  const shares = await db
    .selectFrom('projectMembers')
    .innerJoin('projects', 'projects.id', 'projectMembers.projectId')
    .select(['projectMembers.projectId', 'projectMembers.groupId'])
    .where(isVisible)
    .where('projectMembers.groupId', 'is not', null)
    .orderBy('projectMembers.groupId')
    .execute();
  const groups = Map.groupBy(shares, ({ projectId }) => projectId);
  const own = await rightsByProject(db, who);
  return rows.map((row) => ({
    ...row,
    rights: [...rightNames(own.get(row.id) ?? 0)],
    sharedGroups: groups.get(row.id)?.flatMap(({ groupId }) => groupId ?? []) ?? null,
  }));
}

type CountableTable = 'workflows' | 'trashedWorkflows' | 'datasets' | 'dashboards' | 'schedules' | 'variables';

/** How many records of each kind the projects hold that a user may see. */
export async function countRecords(db: Db, who: Principal) {
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where(visible(who, 'projects.id'))
    .orderBy('id')
    .execute();
  const of = async (table: CountableTable): Promise<ReadonlyMap<number | null, number>> => {
    const rows = await db
      .selectFrom(table)
      .select((eb) => ['projectId', eb.fn.countAll<number>().as('n')])
      .where(visible(who, `${table}.projectId`))
      .groupBy('projectId')
      .execute();
    return new Map(rows.map(({ projectId, n }) => [projectId, Number(n)]));
  };
  const numbers = {
    workflows: await of('workflows'),
    trashedWorkflows: await of('trashedWorkflows'),
    datasets: await of('datasets'),
    dashboards: await of('dashboards'),
    schedules: await of('schedules'),
    variables: await of('variables'),
  };
  return projects.map(({ id }) => ({
    projectId: id,
    workflows: numbers.workflows.get(id) ?? 0,
    trashedWorkflows: numbers.trashedWorkflows.get(id) ?? 0,
    datasets: numbers.datasets.get(id) ?? 0,
    dashboards: numbers.dashboards.get(id) ?? 0,
    schedules: numbers.schedules.get(id) ?? 0,
    variables: numbers.variables.get(id) ?? 0,
  }));
}

/** What is given of a new project. */
export interface NewProject {
  readonly name: string;
  readonly description?: string | undefined;
  readonly tag?: string | undefined;
  readonly compatibility?: string | undefined;
}

/** Makes a project, whose owner is `who`, and returns its id. */
export async function createProject(db: Db, who: Principal, project: NewProject, at: number): Promise<number> {
  const { name, description = '', tag = '', compatibility = 'spark4' } = project;
  const { id } = await db
    .insertInto('projects')
    .values({
      ...{ uuid: randomUUID(), name, description, tag, compatibility, ownerId: who.id },
      ...{ dateCreated: at, dateLastUpdated: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Deletes a project with its runs, their logs and tables; runs that are under way go with it. Fails with CONFLICT while it
 * has workflows.
 */
export async function deleteProject(
  context: Pick<Context, 'db' | 'store' | 'logs' | 'tables'>,
  id: number,
): Promise<void> {
  const { db, logs, tables } = context;
  const hasWorkflows = db.selectFrom('workflows').select('id').where('projectId', '=', id);
  const stillHas = new Problem('CONFLICT', `project ${id} still has workflows: delete them first`);
  if ((await hasWorkflows.limit(1).executeTakeFirst()) !== undefined) throw stillHas;
  await removeRunsOf(context, id);
  // those that are under way go with the project
  const live = await db.selectFrom('executions').select(['id', 'queuedAt']).where('projectId', '=', id).execute();
  const { numDeletedRows } = await db
    .deleteFrom('projects')
    .where('id', '=', id)
    .where(({ not, exists }) => not(exists(hasWorkflows)))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw stillHas;
  await logs.remove(live);
  await tables.remove(live);
}
