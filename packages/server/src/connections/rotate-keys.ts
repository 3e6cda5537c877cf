import type { Kysely } from 'kysely';
import { resealSecrets, type Resealed } from './reseal.ts';
import { SettingError } from '../settings/kinds.ts';
import type { Settings } from '../settings/settings.ts';
import { openStore, storeLocationOf } from '../store/database.ts';
import { lockHome } from '../store/home-lock.ts';
import type { Tables } from '../store/tables.ts';
import { addKey, dropFormerKeys, hasKey, readKeys, type Keys } from '../access/keys.ts';
import { vaultOf, type Vault } from '../access/vault.ts';

/**
 * Seals with the present key what is sealed with a former one, and drops the former ones. Cut off, it goes on at the next
 * start: a former key is gone only when nothing needs it.
 */
export async function finishRotation(
  db: Kysely<Tables>,
  vault: Vault,
  { former }: Keys,
  { home, MILLRACE_SECRET_KEY }: Settings,
): Promise<Resealed> {
  if (former.length === 0) return { resealed: 0, lost: [] };
  const done = await resealSecrets(db, vault);
  // a file next to a key that is set holds former ones alone: it is the operator's to remove
  if (MILLRACE_SECRET_KEY === undefined) await dropFormerKeys(home);
  return done;
}

/** What `rotateKeys` has done. */
export interface Rotated extends Resealed {
  readonly endedSessions: number;
}

/**
 * Makes a new key in the state folder of a service that does not run, and seals all secrets with it. Sessions hang on no key;
 * they end if that is wanted. Fails with SettingError if the key is not in the state folder, and with HomeInUseError.
 */
export async function rotateKeys(settings: Settings, endSessions: boolean): Promise<Rotated> {
  const { home } = settings;
  if (settings.MILLRACE_SECRET_KEY !== undefined)
    throw new SettingError(
      'the key is set by MILLRACE_SECRET_KEY: set the new key there and the previous one in MILLRACE_SECRET_KEY_OLD, then start the service',
    );
  if (!hasKey(home)) throw new SettingError(`folder "${home}" holds no key: set MILLRACE_HOME to the state folder`);
  using _lock = lockHome(home);
  await addKey(home);
  const keys = await readKeys(settings);
  const { db } = await openStore(storeLocationOf(settings));
  try {
    const done = await finishRotation(db, vaultOf(keys.present, ...keys.former), keys, settings);
    const count = endSessions ? (await db.deleteFrom('sessions').executeTakeFirst()).numDeletedRows : 0n;
    return { ...done, endedSessions: Number(count) };
  } finally {
    await db.destroy();
  }
}
