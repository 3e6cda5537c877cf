import { existsSync } from 'node:fs';
import { SettingError } from '../settings/kinds.ts';
import type { Settings } from '../settings/settings.ts';
import { openStore, storeLocationOf } from '../store/database.ts';
import { lockHome } from '../store/home-lock.ts';
import { endAccess } from './end-access.ts';
import { hashPassword, generatedPassword } from './passwords.ts';
import { notFoundText } from '../refusals.ts';

/**
 * Gives a user a generated password, and ends their sessions and tokens; noted in the audit log. On SQLite the service must not
 * run. Fails with SettingError if there is no such state or user, and with HomeInUseError.
 */
export async function resetPassword(settings: Settings, username: string, now = Date.now()): Promise<string> {
  const location = storeLocationOf(settings);
  if ('file' in location && !existsSync(location.file))
    throw new SettingError(`folder "${settings.home}" holds no state: set MILLRACE_HOME to the state folder`);
  using _lock = 'file' in location ? lockHome(settings.home) : undefined;
  const { db } = await openStore(location);
  try {
    const password = generatedPassword();
    const passwordHash = await hashPassword(password);
    await db.transaction().execute(async (tx) => {
      const user = await tx
        .updateTable('users')
        .set({ passwordHash, dateLastUpdated: now })
        .where('username', '=', username)
        .returning(['id', 'isActive'])
        .executeTakeFirst();
      if (user === undefined) throw new SettingError(notFoundText('user', username));
      if (user.isActive === 0)
        throw new SettingError(`user "${username}" is inactive: another administrator must activate it first`);
      await endAccess(tx, user.id);
      const action = 'millrace password';
      await tx
        .insertInto('audit')
        .values({ at: now, userId: null, userName: '', action, target: username, status: 200, requestId: '' })
        .execute();
    });
    return password;
  } finally {
    await db.destroy();
  }
}
