import type { Updateable } from 'kysely';
import { Type, type Static } from 'typebox';
import { endAccess } from '../access/end-access.ts';
import { hashPassword } from '../access/passwords.ts';
import { may, type Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { requireReach, requireWithin } from '../access/reach.ts';
import { Problem } from '../problems.ts';
import { component, Id, idIn, IdOrRecord, Nullable } from '../http/types.ts';
import { orConflict } from '../store/constraints.ts';
import type { Db } from '../store/database.ts';
import type { Flag } from '../store/tables/columns.ts';
import type { UserTable } from '../store/tables/access.ts';
import { noteFormerName, requireOwnHome, takeName } from './former-names.ts';
import { notFound, nameTaken, permissionRequired } from '../refusals.ts';

const Maybe = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema));

const shortestPassword = 8;
const longestPassword = 1_000;
/** Each user has a folder of that name: what is none cannot be one. */
const usernames = /^(?!\.{1,2}$|\.millrace-)[^\s/\\:*?"<>|\u0000-\u001f\u007f-\u009f]+$/;
const maxNameBytes = 200;
export const Username = Type.String({ minLength: 1, maxLength: maxNameBytes, pattern: usernames.source });
export const Password = Type.String({ minLength: shortestPassword, maxLength: longestPassword });
const emails = /^$|^[^\s@,]+@[^\s@,]+$/;
const longestEmail = 320;
export const Email = Type.String({ maxLength: longestEmail, pattern: emails.source });
export const isUsername = (text: string): boolean =>
  usernames.test(text) && text.isWellFormed() && Buffer.byteLength(text) <= maxNameBytes;
export const isEmail = (text: string): boolean => emails.test(text) && text.length <= longestEmail;
const Word = Type.String({ maxLength: 200 });

/** A user as clients send it; `active` and `superuser` are older names. What is absent or null stays as it is. */
export const UserBody = component(
  'UserDraft',
  Type.Object({
    id: Maybe(Id),
    username: Username,
    password: Maybe(Type.String({ maxLength: longestPassword })),
    firstName: Maybe(Word),
    lastName: Maybe(Word),
    email: Maybe(Email),
    roles: Maybe(Type.Array(IdOrRecord, { maxItems: 1_000 })),
    groups: Maybe(Type.Array(IdOrRecord, { maxItems: 1_000 })),
    isActive: Maybe(Type.Boolean()),
    active: Maybe(Type.Boolean()),
    isSuperuser: Maybe(Type.Boolean()),
    superuser: Maybe(Type.Boolean()),
  }),
);

type UserInput = Static<typeof UserBody>;

const wrong = (field: string, message: string): Problem =>
  new Problem('MALFORMED', message, { errors: [{ field, message, code: 'MALFORMED' }] });

/** Makes a user (no id, or 0) or changes one, and returns the id. */
export async function saveUser(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  who: Principal,
  input: UserInput,
  now: number,
): Promise<number> {
  const { id, username, password, roles, groups } = input;
  const isNew = id == null || id <= 0;
  if (!isUsername(username))
    throw wrong('username', `body/username must be text of at most ${maxNameBytes} bytes in UTF-8`);
  if (isNew && !password) throw wrong('password', 'body/password is missing: a new user needs a password');
  if (password && password.length < shortestPassword)
    throw wrong('password', `body/password must have at least ${shortestPassword} characters`);
  const passwordHash = password ? await hashPassword(password) : undefined;
  const columns = { ...columnsOf(input), ...(passwordHash === undefined ? {} : { passwordHash }) };
  if (columns.isSuperuser === 1 && !who.isSuperuser)
    throw new Problem('FORBIDDEN', 'only a superuser can create superusers');
  const before = isNew ? undefined : await userFor(db, id);
  if (before?.username !== username) await requireOwnHome(db, settings.files, username, before?.id);
  return orConflict(
    'unique',
    nameTaken('user', username),
    () =>
      db.transaction().execute(async (tx) => {
        const userId = isNew
          ? await create(tx, { ...columns, passwordHash: passwordHash ?? '' }, now)
          : await update(tx, who, id, columns, now);
        if (roles != null) await setRoles(tx, who, userId, roles.map(idIn));
        if (groups != null) await setGroups(tx, who, userId, groups.map(idIn));
        return userId;
      }),
    'username',
  );
}

function columnsOf({ username, firstName, lastName, email, ...rest }: UserInput) {
  const flag = (value: boolean | null | undefined): Flag | undefined => (value == null ? undefined : value ? 1 : 0);
  const all: Pick<Updateable<UserTable>, 'firstName' | 'lastName' | 'email' | 'isActive' | 'isSuperuser'> = {
    firstName: firstName ?? undefined,
    lastName: lastName ?? undefined,
    email: email ?? undefined,
    isActive: flag(rest.isActive ?? rest.active),
    isSuperuser: flag(rest.isSuperuser ?? rest.superuser),
  };
  return { username, ...all };
}

type Columns = ReturnType<typeof columnsOf> & { readonly passwordHash?: string };

async function create(tx: Db, columns: Columns & { readonly passwordHash: string }, now: number): Promise<number> {
  const { firstName = '', lastName = '', email = '', isActive = 1, isSuperuser = 0, ...same } = columns;
  await takeName(tx, columns.username);
  const { id } = await tx
    .insertInto('users')
    .values({
      ...same,
      firstName,
      lastName,
      email,
      isActive,
      isSuperuser,
      currentProjectId: null,
      dateCreated: now,
      dateLastUpdated: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function update(tx: Db, who: Principal, id: number, columns: Columns, now: number): Promise<number> {
  await lockSuperusers(tx);
  const before = await userFor(tx, id);
  await requireReach(tx, who, before);
  if (before.username !== columns.username) {
    await takeName(tx, columns.username);
    await noteFormerName(tx, before, now);
  }
  await tx
    .updateTable('users')
    .set({ ...columns, dateLastUpdated: now })
    .where('id', '=', id)
    .execute();
  await requireSuperuser(tx);
  if (columns.passwordHash !== undefined || columns.isActive === 0) await endAccess(tx, id);
  return id;
}

/** A user who is there. */
export async function userFor(db: Db, id: number) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'isSuperuser'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (user === undefined) throw notFound('user', id);
  return user;
}

/** Two who take each other's right away at once wait for each other. */
export const lockSuperusers = (tx: Db): Promise<unknown> =>
  tx
    .updateTable('users')
    .set((eb) => ({ isSuperuser: eb.ref('isSuperuser') }))
    .where('isSuperuser', '=', 1)
    .execute();

/** Fails if a change would leave no user who may do everything. */
export async function requireSuperuser(tx: Db): Promise<void> {
  const one = await tx
    .selectFrom('users')
    .select('id')
    .where('isSuperuser', '=', 1)
    .where('isActive', '=', 1)
    .executeTakeFirst();
  if (one === undefined) throw new Problem('CONFLICT', 'this is the last active superuser: create another one first');
}

async function setRoles(tx: Db, who: Principal, userId: number, roleIds: readonly number[]): Promise<void> {
  const ids = [...new Set(roleIds)];
  const current = await tx.selectFrom('userRoles').select('roleId').where('userId', '=', userId).execute();
  if (current.length === ids.length && current.every(({ roleId }) => ids.includes(roleId))) return;
  const roles = ids.length === 0 ? [] : await tx.selectFrom('roles').selectAll().where('id', 'in', ids).execute();
  if (roles.length < ids.length) throw new Problem('UNPROCESSABLE', 'unknown role');
  requireWithin(
    who,
    roles.flatMap(({ permissions }) => JSON.parse(permissions) as string[]),
  );
  await tx.deleteFrom('userRoles').where('userId', '=', userId).execute();
  if (ids.length > 0)
    await tx
      .insertInto('userRoles')
      .values(ids.map((roleId) => ({ userId, roleId })))
      .execute();
}

async function setGroups(tx: Db, who: Principal, userId: number, groupIds: readonly number[]): Promise<void> {
  const ids = new Set(groupIds);
  const current = await tx.selectFrom('userGroups').select('groupId').where('userId', '=', userId).execute();
  if (current.length === ids.size && current.every(({ groupId }) => ids.has(groupId))) return;
  if (!may(who, 'groups.manage')) throw permissionRequired('groups.manage', 'changing the groups of a user');
  await tx.deleteFrom('userGroups').where('userId', '=', userId).execute();
  if (ids.size === 0) return;
  const { length } = await tx
    .selectFrom('groups')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  if (length < ids.size) throw new Problem('UNPROCESSABLE', 'unknown group');
  await tx
    .insertInto('userGroups')
    .values([...ids].map((groupId) => ({ userId, groupId })))
    .execute();
}
