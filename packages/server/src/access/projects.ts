import { sql, type Expression, type SqlBool } from 'kysely';
import { unsought, type Db } from '../store/database.ts';
import { Problem } from '../problems.ts';
import { may, type Principal } from './principal.ts';
import { allRights, holds, type Right } from './rights.ts';
import { notFound } from '../refusals.ts';

/** Which project a column names; the projects that a user may see are chosen by it. */
type ProjectColumn =
  | 'datasets.projectId'
  | 'workflows.projectId'
  | 'trashedWorkflows.projectId'
  | 'executions.projectId'
  | 'schedules.projectId'
  | 'dashboards.projectId'
  | 'models.projectId'
  | 'connections.projectId'
  | 'variables.projectId'
  | 'projects.id';

const columnOf: Readonly<Record<ProjectColumn, string>> = {
  'datasets.projectId': 'datasets.project_id',
  'workflows.projectId': 'workflows.project_id',
  'trashedWorkflows.projectId': 'trashed_workflows.project_id',
  'executions.projectId': 'executions.project_id',
  'schedules.projectId': 'schedules.project_id',
  'dashboards.projectId': 'dashboards.project_id',
  'models.projectId': 'models.project_id',
  'connections.projectId': 'connections.project_id',
  'variables.projectId': 'variables.project_id',
  'projects.id': 'projects.id',
};

/** True in SQL if the row's project is one that this person may see. */
export function visible(who: Principal, column: ProjectColumn): Expression<SqlBool> {
  if (who.isSuperuser) return sql<SqlBool>`1 = 1`;
  const project = sql.raw(columnOf[column]);
  return sql<SqlBool>`${project} in (
    select id from projects where owner_id = ${who.id}
    union select project_id from project_members where user_id = ${who.id}
    union select m.project_id from project_members m join user_groups g on g.group_id = m.group_id where g.user_id = ${who.id})`;
}

export interface ProjectFilter {
  /** Only records of these projects, where any are named. */
  readonly projectIds?: readonly number[];
  /** False for an order that no index of a single project has. */
  readonly ofProject?: boolean;
}

/**
 * True in SQL for the records of a list: of projects that a user may see. One project is found by the index that begins
 * with it; records of several are picked while an index in the list's order is read, for sorting them would take longer.
 */
export async function filterByProject(
  db: Db,
  who: Principal,
  column: ProjectColumn,
  { projectIds = [], ofProject = true }: ProjectFilter = {},
): Promise<Expression<SqlBool>> {
  if (who.isSuperuser && projectIds.length === 0) return sql<SqlBool>`1 = 1`;
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where(visible(who, 'projects.id'))
    .$if(projectIds.length > 0, (query) => query.where('id', 'in', projectIds))
    .limit(2)
    .execute();
  const [project, picked] = [sql.raw(columnOf[column]), unsought(db, columnOf[column])];
  const [first, second] = projects;
  if (first === undefined) return sql<SqlBool>`1 = 0`;
  if (second === undefined) return sql<SqlBool>`${ofProject ? project : picked} = ${first.id}`;
  const within = projectIds.length === 0 ? sql`` : sql` and id in (${sql.join(projectIds)})`;
  return sql<SqlBool>`${picked} in (select id from projects where ${visible(who, 'projects.id')}${within})`;
}

/** What a user may do in a project: rights added up; 0 if it is not there for them. */
export async function rightsIn(db: Db, who: Principal, projectId: number): Promise<number> {
  const project = await db.selectFrom('projects').select('ownerId').where('id', '=', projectId).executeTakeFirst();
  if (project === undefined) return 0;
  if (who.isSuperuser || project.ownerId === who.id) return allRights;
  const members = await db
    .selectFrom('projectMembers')
    .select('rights')
    .where('projectId', '=', projectId)
    .where(({ or, eb }) =>
      or([
        eb('userId', '=', who.id),
        eb('groupId', 'in', eb.selectFrom('userGroups').select('groupId').where('userId', '=', who.id)),
      ]),
    )
    .execute();
  return members.reduce((all, member) => all | member.rights, 0);
}

/** What a user may do in each project that they may see, as `rightsIn` returns it for one. */
export async function rightsByProject(db: Db, who: Principal): Promise<ReadonlyMap<number, number>> {
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'ownerId'])
    .where(visible(who, 'projects.id'))
    .execute();
  const shares = who.isSuperuser
    ? []
    : await db
        .selectFrom('projectMembers')
        .select(['projectId', 'rights'])
        .where(({ or, eb }) =>
          or([
            eb('userId', '=', who.id),
            eb('groupId', 'in', eb.selectFrom('userGroups').select('groupId').where('userId', '=', who.id)),
          ]),
        )
        .execute();
  const byProject = Map.groupBy(shares, ({ projectId }) => projectId);
  return new Map(
    projects.map(({ id, ownerId }) => [
      id,
      who.isSuperuser || ownerId === who.id
        ? allRights
        : (byProject.get(id) ?? []).reduce((all, share) => all | share.rights, 0),
    ]),
  );
}

/** Fails if a project is not there for a user (NOT_FOUND), or they may not do that in it (FORBIDDEN). */
export async function requireRight(db: Db, who: Principal, projectId: number, right: Right): Promise<void> {
  const userRights = await rightsIn(db, who, projectId);
  if (userRights === 0) throw notFound('project', projectId);
  if (!holds(userRights, right))
    throw new Problem('FORBIDDEN', `this request requires the right ${right} in project ${projectId}`);
}

/** The project that a new record belongs to: the one that was named, or the person's current one. */
export async function projectFor(
  db: Db,
  who: Principal,
  requestedId: number | null | undefined,
  right: Right,
): Promise<number> {
  const id = requestedId ?? (await currentProject(db, who));
  await requireRight(db, who, id, right);
  return id;
}

async function currentProject(db: Db, who: Principal): Promise<number> {
  const user = await db.selectFrom('users').select('currentProjectId').where('id', '=', who.id).executeTakeFirst();
  const currentId = user?.currentProjectId;
  if (currentId != null && (await rightsIn(db, who, currentId)) > 0) return currentId;
  const first = await db
    .selectFrom('projects')
    .select('id')
    .where(visible(who, 'projects.id'))
    .orderBy('id')
    .executeTakeFirst();
  if (first !== undefined) return first.id;
  const remedy = may(who, 'projects.manage') ? 'create one first' : 'ask to be added to one';
  throw new Problem('UNPROCESSABLE', `you are not a member of any project: ${remedy}`);
}
