import { Type, type Static } from 'typebox';
import type { Db } from '../store/database.ts';
import { component, Id, Millis, Nullable } from '../http/types.ts';

export const UserRecord = component(
  'User',
  Type.Object({
    id: Id,
    username: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    isActive: Type.Boolean(),
    isSuperuser: Type.Boolean(),
  }),
);

const NamedRecord = Type.Object({ id: Id, name: Type.String() });
const ByUser = Type.Record(Type.String(), Type.Array(NamedRecord));

/** Users in parts: the records, the roles and the groups of each by its id. */
export const UserParts = Type.Tuple([Type.Array(UserRecord), ByUser, ByUser]);

export const UserDetails = Type.Array(
  Type.Intersect([
    UserRecord,
    Type.Object({
      roles: Type.Array(NamedRecord),
      groups: Type.Array(NamedRecord),
      lastSignInAt: Nullable(Millis),
      tokens: Type.Integer({ description: 'Number of valid access tokens' }),
    }),
  ]),
);

export const userColumns = ['id', 'username', 'firstName', 'lastName', 'email', 'isActive', 'isSuperuser'] as const;

/** A page of the users by id, with their roles and groups; those without any have an empty list. */
export async function userParts(
  db: Db,
  { page, size }: { page: number; size: number },
): Promise<Static<typeof UserParts>> {
  const users = await db
    .selectFrom('users')
    .select(userColumns)
    .orderBy('id')
    .limit(size)
    .offset(page * size)
    .execute();
  const [first, last] = [users[0]?.id ?? 0, users.at(-1)?.id ?? 0];
  const roles = await db
    .selectFrom('userRoles')
    .innerJoin('roles', 'roles.id', 'userRoles.roleId')
    .select(['userRoles.userId', 'roles.id', 'roles.name'])
    .where('userRoles.userId', '>=', first)
    .where('userRoles.userId', '<=', last)
    .orderBy('userRoles.userId')
    .orderBy('userRoles.roleId')
    .execute();
  const groups = await db
    .selectFrom('userGroups')
    .innerJoin('groups', 'groups.id', 'userGroups.groupId')
    .select(['userGroups.userId', 'groups.id', 'groups.name'])
    .where('userGroups.userId', '>=', first)
    .where('userGroups.userId', '<=', last)
    .orderBy('userGroups.userId')
    .orderBy('userGroups.groupId')
    .execute();
  const byUser = (rows: readonly { userId: number; id: number; name: string }[]) => {
    const lists = new Map(users.map((user) => [user.id, [] as Static<typeof NamedRecord>[]]));
    for (const { userId, id, name } of rows) lists.get(userId)?.push({ id, name });
    return Object.fromEntries(lists);
  };
  return [users.map(userRecord), byUser(roles), byUser(groups)];
}

const userRecord = ({ isActive, isSuperuser, ...user }: { isActive: number; isSuperuser: number } & Words) => ({
  ...user,
  isActive: isActive === 1,
  isSuperuser: isSuperuser === 1,
});

type Words = Omit<Static<typeof UserRecord>, 'isActive' | 'isSuperuser'>;

/** The users of a page by id, with their roles and groups, when they signed in last and how many tokens of theirs hold. */
export async function userDetails(
  db: Db,
  paging: { page: number; size: number },
  now: number,
): Promise<Static<typeof UserDetails>> {
  const [users, roles, groups] = await userParts(db, paging);
  const ids = users.map(({ id }) => id);
  if (ids.length === 0) return [];
  const memberships = await db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'lastSignInAt',
      eb
        .selectFrom('tokens')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('tokens.userId', '=', 'users.id')
        .where('tokens.expiresAt', '>', now)
        .as('tokens'),
    ])
    .where('id', 'in', ids)
    .execute();
  const membershipsOf = new Map(memberships.map((one) => [one.id, one]));
  return users.map((user) => ({
    ...user,
    roles: roles[user.id] ?? [],
    groups: groups[user.id] ?? [],
    lastSignInAt: membershipsOf.get(user.id)?.lastSignInAt ?? null,
    tokens: membershipsOf.get(user.id)?.tokens ?? 0,
  }));
}
