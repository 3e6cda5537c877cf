import type { Kysely } from 'kysely';
import type { Person } from '../access/oidc-claims.ts';
import { Problem } from '../problems.ts';
import type { FilesAt } from '../settings/files-at.ts';
import type { RoleOfGroup } from '../settings/checks.ts';
import type { Db } from '../store/database.ts';
import { orConflict } from '../store/constraints.ts';
import type { Tables } from '../store/tables.ts';
import { requireOwnHome, takeName } from './former-names.ts';
import { isEmail, isUsername } from './save.ts';

export interface KnownUser {
  readonly id: number;
  readonly username: string;
}

/**
 * The active user that a person of the provider is; makes one if that is wanted. A user name is no proof: who has one
 * that is taken here is let in only after an administrator has linked the two (CONFLICT).
 */
export async function userOf(
  db: Kysely<Tables>,
  person: Person,
  { create, now, files }: { create: boolean; now: number; files: FilesAt },
): Promise<KnownUser> {
  const user = (await findLinked(db, person)) ?? (await newUser(db, person, create ? files : undefined, now));
  if (user.isActive === 0) throw new Problem('FORBIDDEN', `Access Denied: user "${user.username}" is inactive`);
  return user;
}

/** Says that a person of the provider is that user; fails with CONFLICT if they are another one already. */
export async function link(
  db: Db,
  { issuer, subject }: Pick<Person, 'issuer' | 'subject'>,
  userId: number,
  now: number,
): Promise<void> {
  await db
    .insertInto('identities')
    .values({ userId, issuer, subject, linkedAt: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute();
  const user = await findLinked(db, { issuer, subject });
  if (user?.id !== userId) throw new Problem('CONFLICT', 'this identity is already linked to another user');
}

/**
 * Gives a user the roles that their groups have, and takes away other roles that the setting names. Roles that it does not
 * name stay. Gives the names that no role has.
 */
export async function setRolesByGroup(
  db: Kysely<Tables>,
  userId: number,
  groups: readonly string[],
  setting: readonly RoleOfGroup[],
): Promise<readonly string[]> {
  if (setting.length === 0) return [];
  const roleNames = [...new Set(setting.map(({ role }) => role))];
  const grants = new Set(
    setting.filter(({ group }) => group === '*' || groups.includes(group)).map(({ role }) => role),
  );
  const roles = await db.selectFrom('roles').select(['id', 'name']).where('name', 'in', roleNames).execute();
  const [has, hasNot] = [true, false].map((is) => roles.filter(({ name }) => grants.has(name) === is));
  await db.transaction().execute(async (tx) => {
    if (hasNot?.length)
      await tx
        .deleteFrom('userRoles')
        .where('userId', '=', userId)
        .where(
          'roleId',
          'in',
          hasNot.map(({ id }) => id),
        )
        .execute();
    if (has?.length)
      await tx
        .insertInto('userRoles')
        .values(has.map(({ id: roleId }) => ({ userId, roleId })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
  return roleNames.filter((name) => !roles.some((role) => role.name === name));
}

/** Who a user is at providers of sign-in. */
export const identitiesOf = (db: Db, userId: number) =>
  db
    .selectFrom('identities')
    .select(['id', 'issuer', 'subject', 'linkedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();

/** Unlinks a user from a person of a provider; fails with NOT_FOUND. */
export async function unlink(db: Db, userId: number, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Problem('NOT_FOUND', `identity ${id} of this user not found`);
}

const findLinked = (db: Db, { issuer, subject }: Pick<Person, 'issuer' | 'subject'>) =>
  db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.userId')
    .select(['users.id', 'users.username', 'users.isActive'])
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .executeTakeFirst();

/** Makes a user for a person of the provider; without a file space, none may be made. */
async function newUser(db: Kysely<Tables>, person: Person, files: FilesAt | undefined, now: number) {
  const create = files !== undefined;
  const { username, email, firstName, lastName } = person;
  if (username === undefined || !isUsername(username))
    throw new Problem(
      'UNPROCESSABLE',
      'Access Denied: the identity provider sent no usable user name: set MILLRACE_OIDC_USERNAME_CLAIM to its claim',
    );
  if (create) await requireOwnHome(db, files, username);
  const words = {
    username,
    email: isEmail(email) ? email : '',
    firstName: firstName.slice(0, 200),
    lastName: lastName.slice(0, 200),
  };
  return orConflict('unique', 'another sign-in of this user is in progress: try again', () =>
    db.transaction().execute(async (tx) => {
      const others = await tx
        .selectFrom('users')
        .select('username')
        .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
        .execute();
      const created =
        others.length > 0 || !create
          ? undefined
          : await tx
              .insertInto('users')
              // no password is right
              .values({
                ...words,
                passwordHash: '',
                isActive: 1,
                isSuperuser: 0,
                currentProjectId: null,
                ...dates(now),
              })
              .onConflict((conflict) => conflict.column('username').doNothing())
              .returning(['id', 'username', 'isActive'])
              .executeTakeFirst();
      if (created !== undefined) {
        await takeName(tx, username);
        await link(tx, person, created.id, now);
        return created;
      }
      // the same person, signed in side by side
      const user = await findLinked(tx, person);
      if (user !== undefined) return user;
      if (others.length === 0 && !create)
        throw new Problem(
          'FORBIDDEN',
          `Access Denied: user "${username}" not found: ask an administrator to create the user`,
        );
      throw new Problem(
        'CONFLICT',
        `Access Denied: user "${username}" exists but is not linked to your identity: sign in with the password and link ` +
          'it (POST /api/v1/users/me/identities), or ask an administrator to',
      );
    }),
  );
}

const dates = (now: number) => ({ dateCreated: now, dateLastUpdated: now });
