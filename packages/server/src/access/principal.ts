import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../store/database.ts';
import type { Flag } from '../store/tables/columns.ts';
import type { Permission } from './permissions.ts';
import { allScopes, scopeOf, scopesIn, type Scope } from './scopes.ts';

/** Who makes a request. */
export interface Principal {
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly permissions: ReadonlySet<string>;
  /** How they showed who they are: a cookie travels by itself, a token does not. */
  readonly by: 'cookie' | 'token';
  /** What the token that the caller has sent may be used for; all for a session. */
  readonly scopes: ReadonlySet<Scope>;
  /** When the session or token ends, in ms since the epoch; undefined for a user who is away. */
  readonly until: number | undefined;
}

/** True when the caller has a permission, and a token that may be used for it. */
export const may = ({ isSuperuser, permissions, scopes }: Principal, permission: Permission): boolean =>
  scopes.has(scopeOf(permission)) && (isSuperuser || permissions.has(permission));

/** A new secret of 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** How a secret of that kind is stored: it has nothing to guess, so that a plain hash is enough. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The user of a session or a token that has not ended, if their account is active. */
export async function principalOf(
  db: Db,
  by: Principal['by'],
  secret: string,
  now: number,
): Promise<Principal | undefined> {
  const table = by === 'cookie' ? 'sessions' : 'tokens';
  const rows = await db
    .selectFrom(table)
    .innerJoin('users', 'users.id', `${table}.userId`)
    .leftJoin('userRoles', 'userRoles.userId', 'users.id')
    .leftJoin('roles', 'roles.id', 'userRoles.roleId')
    .select(['users.id', 'users.username', 'users.isSuperuser', 'roles.permissions', `${table}.expiresAt`])
    .$if(by === 'token', (query) => query.select('tokens.scopes'))
    .where(`${table}.hash`, '=', hashOf(secret))
    .where(`${table}.expiresAt`, '>', now)
    .where('users.isActive', '=', 1)
    .execute();
  const [{ scopes, expiresAt } = {}] = rows;
  return principal(rows, by, scopes === undefined ? allScopes : new Set(scopesIn(scopes)), expiresAt);
}

/** A user for whom something is done while they are away, if their account is active. */
export async function principalOfUser(db: Db, userId: number): Promise<Principal | undefined> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('userRoles', 'userRoles.userId', 'users.id')
    .leftJoin('roles', 'roles.id', 'userRoles.roleId')
    .select(['users.id', 'users.username', 'users.isSuperuser', 'roles.permissions'])
    .where('users.id', '=', userId)
    .where('users.isActive', '=', 1)
    .execute();
  return principal(rows, 'token', allScopes);
}

/** A user as they come next to each of their roles. */
function principal(
  rows: readonly { id: number; username: string; isSuperuser: Flag; permissions: string | null }[],
  by: Principal['by'],
  scopes: ReadonlySet<Scope>,
  until?: number,
): Principal | undefined {
  const [user] = rows;
  if (user === undefined) return undefined;
  const { id, username, isSuperuser } = user;
  const permissions = permissionsIn(rows.flatMap((row) => row.permissions ?? []));
  return { id, username, isSuperuser: isSuperuser === 1, permissions, by, scopes, until };
}

/** The permissions of all roles of a user. */
export async function permissionsOf(db: Db, userId: number): Promise<ReadonlySet<string>> {
  const roles = await db
    .selectFrom('userRoles')
    .innerJoin('roles', 'roles.id', 'userRoles.roleId')
    .select('roles.permissions')
    .where('userRoles.userId', '=', userId)
    .execute();
  return permissionsIn(roles.map((role) => role.permissions));
}

const permissionsIn = (lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => JSON.parse(list) as string[]));
