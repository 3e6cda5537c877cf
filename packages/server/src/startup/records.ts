import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import { firstRecords } from '../access/first-records.ts';
import { readKeys } from '../access/keys.ts';
import { generatedPassword } from '../access/passwords.ts';
import { shortenTokens } from '../access/token-life.ts';
import { vaultOf } from '../access/vault.ts';
import { finishRestore } from '../backup/swap.ts';
import { finishRotation } from '../connections/rotate-keys.ts';
import type { Context } from '../context.ts';
import { RunLogs } from '../executions/run-logs.ts';
import { RunTables } from '../executions/run-tables.ts';
import { UploadStore } from '../files/upload-store.ts';
import { Metrics } from '../metrics/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import { AuditLog } from '../store/audit-log.ts';
import { openStore, storeLocationOf } from '../store/database.ts';
import { lockHome } from '../store/home-lock.ts';
import { tightenHome } from '../store/private-home.ts';
import { Reserve } from '../store/reserve.ts';

/** Makes the folders that the settings name, if they are missing, and keeps other users of the machine out. */
export async function prepareHome({ home, files }: Settings, log: Logger): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const paths = await tightenHome(home);
  if (paths.length > 0) log.warn({ tightened: paths }, 'removed the access of other users of this machine');
  if (files.kind === 'local') await mkdir(files.folder, { recursive: true });
}

/** What the service keeps in the store. */
export interface Records extends Pick<Context, 'reserve' | 'vault' | 'metrics' | 'store' | 'audit'> {
  /** The password of the user admin, if this start has made it up. */
  readonly adminPassword: string | undefined;
}

/**
 * Locks the state folder and opens the store, finishing what an earlier process left half done: a restore, a change of keys.
 * `closing` takes all of it down again.
 */
export async function openRecords(
  settings: Settings,
  { log, now }: Pick<Context, 'log' | 'now'>,
  closing: AsyncDisposableStack,
): Promise<Records> {
  const { home } = settings;
  closing.use(lockHome(home));
  await finishRestore(home);
  const reserve = closing.use(await Reserve.open(home, 'file' in storeLocationOf(settings)));
  const keys = await readKeys(settings);
  const vault = vaultOf(keys.present, ...keys.former);
  const metrics = new Metrics();
  const store = await openStore(storeLocationOf(settings), (statement, ms) => metrics.query(statement, ms / 1_000));
  closing.defer(() => store.db.destroy());
  const { resealed, lost } = await finishRotation(store.db, vault, keys, settings);
  if (resealed > 0) log.info({ connections: resealed }, 'secrets are encrypted with the new key');
  if (lost.length > 0)
    log.error({ connections: lost }, 'the secrets of these connections cannot be decrypted with any key');
  const tokens = await shortenTokens(store.db, settings);
  if (tokens > 0) log.info({ tokens }, 'the expiry of tokens was moved forward: MILLRACE_TOKEN_DAYS');
  const audit = closing.use(new AuditLog(store.db, log.child({ part: 'audit' })));
  const adminPassword = await firstAdmin(settings, store.db, now());
  return { reserve, vault, metrics, store, audit, adminPassword };
}

/** Opens what the service keeps in files of the state folder: logs, tables and uploads. */
export async function openFiles(settings: Settings): Promise<Pick<Context, 'logs' | 'tables' | 'uploads'>> {
  const { home } = settings;
  const logs = await RunLogs.open(home);
  const tables = await RunTables.open({
    home,
    identity: logs.identity,
    mostRows: settings.MILLRACE_TABLE_ROWS,
    mostBytes: settings.MILLRACE_TABLE_MEGABYTES * 2 ** 20,
  });
  const uploads = await UploadStore.open(home);
  return { logs, tables, uploads };
}

/** Makes the records of a new store; returns the password of admin where none was set. */
async function firstAdmin(settings: Settings, db: Context['db'], now: number): Promise<string | undefined> {
  const password = settings.MILLRACE_ADMIN_PASSWORD ?? generatedPassword();
  const isNew = await firstRecords(db, password, now);
  return isNew && settings.MILLRACE_ADMIN_PASSWORD === undefined ? password : undefined;
}
