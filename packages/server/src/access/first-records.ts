import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.ts';
import { hashPassword } from './passwords.ts';
import { firstRoles } from './permissions.ts';

/** Makes the roles, the user admin and the project Default in a new store. True if it was new. */
export async function firstRecords(db: Kysely<Tables>, password: string, now: number): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (user !== undefined) return false;
  const dates = { dateCreated: now, dateLastUpdated: now };
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const admin = await tx
      .insertInto('users')
      .values({
        username: 'admin',
        passwordHash,
        firstName: '',
        lastName: '',
        email: '',
        isActive: 1,
        isSuperuser: 1,
        currentProjectId: null,
        ...dates,
      })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('id')
      .executeTakeFirst();
    // another process of the same store was first
    if (admin === undefined) return false;
    for (const [name, list] of Object.entries(firstRoles)) {
      const role = await tx
        .insertInto('roles')
        .values({ name, permissions: JSON.stringify(list) })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (name === 'ADMIN') await tx.insertInto('userRoles').values({ userId: admin.id, roleId: role.id }).execute();
    }
    const project = await tx
      .insertInto('projects')
      .values({ uuid: randomUUID(), name: 'Default', description: '', tag: '', ownerId: admin.id, ...dates })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('users').set({ currentProjectId: project.id }).where('id', '=', admin.id).execute();
    return true;
  });
}
