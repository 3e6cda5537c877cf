import { sql, type Expression, type SqlBool } from 'kysely';
import type { Db } from '../store/database.ts';
import { may, type Principal } from './principal.ts';
import { requireScopes, scopeOf } from './scopes.ts';
import { requireRight, visible } from './projects.ts';
import { permissionRequired } from '../refusals.ts';

/** Tables whose records belong to a project, or to all projects. */
export type Shared = 'variables' | 'connections';

/** True in SQL for records of all projects and of those that a user may see. */
export const visibleOrGlobal = (who: Principal, table: Shared): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${table}.projectId`)} is null or ${visible(who, `${table}.projectId`)})`;

/** Fails if a user may not make or change records of a project, or (null) of all projects. */
export async function requireEdit(db: Db, who: Principal, projectId: number | null): Promise<void> {
  if (projectId !== null) return requireRight(db, who, projectId, 'EDIT');
  requireScopes(who, [scopeOf('configurations.manage')]);
  if (!may(who, 'configurations.manage'))
    throw permissionRequired('configurations.manage', 'changing what all projects share');
}
