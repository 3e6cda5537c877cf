import type { FilesAt } from '../settings/files-at.ts';
import { Problem } from '../problems.ts';
import type { Db } from '../store/database.ts';
import { spaceOf } from '../files/home.ts';

/** Notes that a user has given up a name, whose home may still hold files of theirs. */
export async function noteFormerName(db: Db, { id, username }: NamedUser, now: number): Promise<void> {
  const formerName = { userId: id, leftAt: now };
  await db
    .insertInto('formerNames')
    .values({ name: username, ...formerName })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(formerName))
    .execute();
}

interface NamedUser {
  readonly id: number;
  readonly username: string;
}

/**
 * Fails with CONFLICT when a user would get, by the name alone, a home that holds files of an earlier user. `id` is that of a
 * user who takes another name; undefined for a new one.
 */
export async function requireOwnHome(db: Db, files: FilesAt, username: string, id?: number): Promise<void> {
  const former = await db.selectFrom('formerNames').select('userId').where('name', '=', username).executeTakeFirst();
  if (former === undefined || former.userId === id) return;
  const space = spaceOf(files, { username, isSuperuser: true });
  if (space.home === null) return;
  const home = `/user/${space.home}`;
  const entries = await space.list(home).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return [];
    throw error;
  });
  if (entries.length === 0) return;
  const message = `home folder "${home}" holds files of a former user "${username}" (id ${former.userId}): choose another name, or have a superuser move or delete them`;
  throw new Problem('CONFLICT', message, { errors: [{ field: 'username', message, code: 'CONFLICT' }] });
}

/** Forgets who had a name before: another user has it now. */
export const takeName = (db: Db, username: string): Promise<unknown> =>
  db.deleteFrom('formerNames').where('name', '=', username).execute();
