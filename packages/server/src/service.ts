import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessorCatalogue } from '@millrace/processors';
import { EditingSessions } from '@millrace/runner/editing';
import { EngineHost } from '@millrace/engines/host';
import { NodeStore } from '@millrace/runner/reuse';
import { ServedModels } from '@millrace/runner/serving';
import type { SparkRoom } from '@millrace/engines/spark-room';
import { pino, type Logger } from 'pino';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { Dispatcher } from './executions/dispatcher.ts';
import { engineOptions } from './engines/options.ts';
import { finishRestore } from './backup/swap.ts';
import { RunLogs } from './executions/run-logs.ts';
import { RunTables } from './executions/run-tables.ts';
import { shownAt, type FilesAt } from './settings/files-at.ts';
import { firstRecords } from './access/first-records.ts';
import { madeUpPassword } from './access/passwords.ts';
import { readKeys } from './access/keys.ts';
import { finishRotation } from './connections/rotate-keys.ts';
import { shortenTokens } from './access/token-life.ts';
import { UnwrittenSessions } from './access/unwritten-sessions.ts';
import { vaultOf } from './access/vault.ts';
import { AuditLog } from './store/audit-log.ts';
import { buildApp } from './app.ts';
import { Mailer } from './mail/mailer.ts';
import { Metrics } from './metrics/metrics.ts';
import { stateOfFiles } from './files/state.ts';
import { UploadStore } from './files/upload-store.ts';
import { Sweeper } from './retention/sweeper.ts';
import { openRunSpace } from './engines/run-space.ts';
import { listable, wallsFor } from './engines/sandbox.ts';
import { Scheduler } from './schedules/scheduler.ts';
import { SettingError } from './settings/kinds.ts';
import type { Settings } from './settings/settings.ts';
import { openStore, placeOf } from './store/database.ts';
import { tightenHome } from './store/private-home.ts';
import { lockHome } from './store/home-lock.ts';
import { Reserve } from './store/reserve.ts';

export interface ServiceOptions {
  readonly settings: Settings;
  readonly now?: () => number;
  readonly log?: Logger;
  /** Folder of the built page; without it there is the interface alone. */
  readonly page?: string;
  /** See `DispatcherOptions`. */
  readonly beatMs?: number;
  /** See `MailerOptions`. */
  readonly mailTimeoutMs?: number;
  /** Milliseconds after which mails of a process that is gone are taken over. */
  readonly mailLeaseMs?: number;
  /** Milliseconds after which a line is given up on which nothing comes that is awaited; 120 s where not said. */
  readonly lineMs?: number;
  /** Embedded Sparks of another host, outside of this service's sandbox; its own where not said. */
  readonly sparkRoom?: SparkRoom;
  /** Milliseconds that requests which are under way have at the end; 5 s where not said. */
  readonly closeMs?: number;
}

/** A service that listens. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly context: Context;
  /** The password of the user admin, where this start has made it up. */
  readonly adminPassword: string | undefined;
  /**
   * Begins to end: says that it is not ready, takes no more runs, fires no more schedules, and lets the runs at work end,
   * for as long as MILLRACE_DRAIN_SECONDS says. Gives how many are left.
   */
  drain(): Promise<number>;
  /** Takes no more requests and runs, hands back what is at work, and ends. */
  close(): Promise<void>;
}

/** Starts the service: store, queue, engines, HTTP. Fails with SettingError, HomeInUseError or what keeps it from listening. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const {
    settings,
    now = Date.now,
    log: given,
    beatMs,
    mailTimeoutMs,
    mailLeaseMs,
    sparkRoom,
    closeMs = 5_000,
  } = options;
  const log = given ?? pino({ level: settings.MILLRACE_LOG_LEVEL });
  const { home, files } = settings;
  await mkdir(home, { recursive: true, mode: 0o700 });
  const tightened = await tightenHome(home);
  if (tightened.length > 0) log.warn({ tightened }, 'other users of this machine could read this: not any more');
  if (files.kind === 'local') await mkdir(files.folder, { recursive: true });
  const closing = new AsyncDisposableStack();
  try {
    closing.use(lockHome(home));
    await finishRestore(home);
    const reserve = closing.use(await Reserve.open(home, 'file' in placeOf(settings)));
    const keys = await readKeys(settings);
    const vault = vaultOf(keys.present, ...keys.former);
    const metrics = new Metrics();
    const store = await openStore(placeOf(settings), (statement, ms) => metrics.query(statement, ms / 1_000));
    closing.defer(() => store.db.destroy());
    const { resealed, lost } = await finishRotation(store.db, vault, keys, settings);
    if (resealed > 0) log.info({ connections: resealed }, 'secrets are encrypted with the new key');
    if (lost.length > 0) log.error({ connections: lost }, 'no key opens the secrets of these connections');
    const shortened = await shortenTokens(store.db, settings);
    if (shortened > 0) log.info({ tokens: shortened }, 'tokens end earlier now: MILLRACE_TOKEN_DAYS');
    const audit = closing.use(new AuditLog(store.db, log.child({ part: 'audit' })));
    const adminPassword = await firstAdmin(settings, store.db, now());
    const logs = await RunLogs.open(home);
    const tables = await RunTables.open({
      home,
      identity: logs.identity,
      mostRows: settings.MILLRACE_TABLE_ROWS,
      mostBytes: settings.MILLRACE_TABLE_MEGABYTES * 2 ** 20,
    });
    const uploads = await UploadStore.open(home);
    const scratch = await newScratch(home);
    closing.defer(() => removeScratch(scratch));
    const space = await openRunSpace(settings, scratch);
    const { state: sandbox, gaps: sandboxGaps, box } = await wallsFor(settings, space, log);
    if (files.kind !== 'local') void tellState(files, log);
    const others = { ...(box && { box }), ...(sparkRoom && { sparkRoom }) };
    const host = closing.use(new EngineHost({ scratch, ...others, ...engineOptions(settings) }));
    const editing = closing.use(
      new EditingSessions({
        host,
        idleMs: settings.MILLRACE_EDIT_IDLE * 1_000,
        most: settings.MILLRACE_EDIT_SESSIONS,
      }),
    );
    const served = closing.use(new ServedModels({ host, idleMs: settings.MILLRACE_EDIT_IDLE * 1_000 }));
    const mostReused = settings.MILLRACE_REUSE_MEGABYTES * 2 ** 20;
    const reuse = mostReused === 0 ? undefined : new NodeStore(join(home, 'reuse'), mostReused);
    const mailer = new Mailer({
      store,
      settings,
      now,
      log: log.child({ part: 'mail' }),
      ...(mailTimeoutMs === undefined ? {} : { timeoutMs: mailTimeoutMs }),
      ...(mailLeaseMs === undefined ? {} : { leaseMs: mailLeaseMs }),
    });
    const runs = new Dispatcher({
      store,
      catalogue,
      host,
      files: space,
      canHoldJars: sandbox === 'on' || settings.MILLRACE_SPARK_REMOTE !== undefined,
      ...(reuse === undefined ? {} : { reuse }),
      logs,
      tables,
      mailer,
      log: log.child({ part: 'runs' }),
      now,
      concurrency: settings.MILLRACE_RUN_CONCURRENCY,
      timeoutMs: settings.MILLRACE_RUN_TIMEOUT * 1_000,
      ended: ({ status, engine, ms }) => metrics.run(status, engine, ms / 1_000),
      ...(beatMs === undefined ? {} : { beatMs }),
    });
    const schedules = new Scheduler({
      db: store.db,
      catalogue,
      settings,
      now,
      runs,
      mailer,
      log: log.child({ part: 'schedules' }),
    });
    const ending = new AbortController();
    schedules.events.on('fired', ({ outcome }) => metrics.fire(outcome));
    const context: Context = {
      settings,
      store,
      db: store.db,
      now,
      log,
      catalogue,
      host,
      editing,
      served,
      reuse,
      sandbox,
      sandboxGaps,
      files: space,
      runs,
      logs,
      tables,
      uploads,
      vault,
      audit,
      reserve,
      unwritten: new UnwrittenSessions(),
      metrics,
      schedules,
      mailer,
      ending: ending.signal,
    };
    const app = await buildApp(context, options);
    closing.defer(() => mailer.close());
    await mailer.start();
    closing.defer(() => runs.close());
    await runs.start();
    const sweeper = new Sweeper({ store, logs, tables, uploads, settings, now, log: log.child({ part: 'retention' }) });
    closing.defer(() => sweeper.close());
    sweeper.start();
    closing.defer(() => closeWithin(app, closeMs));
    closing.defer(() => schedules.close());
    closing.defer(() => ending.abort());
    schedules.start();
    const url = await listen(app, settings);
    metrics.load().catch((error: unknown) => log.error({ err: error }, 'metrics cannot be counted'));
    // what the first run needs, and a start would wait for
    host.refill();
    Promise.all([catalogue(), import('./executions/run-execution.ts')]).catch((error: unknown) =>
      log.error({ err: error }, 'the processors cannot be read'),
    );
    const drain = async (): Promise<number> => {
      ending.abort();
      await schedules.close();
      return runs.drain(settings.MILLRACE_DRAIN_SECONDS * 1_000);
    };
    const close = (): Promise<void> => closing.disposeAsync();
    return { url, app, context, adminPassword, drain, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

/** Begins to listen. Fails with SettingError where the settings name no place for that. */
async function listen(app: FastifyInstance, { MILLRACE_HOST: host, MILLRACE_PORT: port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const why = notListening(host, port)[code];
    throw why === undefined ? error : new SettingError(why);
  }
}

const notListening = (host: string, port: number): Readonly<Record<string, string>> => ({
  EADDRINUSE: `port ${port} of ${host} is taken: name another one in MILLRACE_PORT`,
  EACCES: `MILLRACE_PORT "${port}" may not be listened on by this user: name one from 1024 on`,
  EADDRNOTAVAIL: `MILLRACE_HOST "${host}" is no address of this machine: name one, such as 127.0.0.1 or 0.0.0.0`,
  ENOTFOUND: `MILLRACE_HOST "${host}" is a name that leads to no address: name one of this machine, such as 0.0.0.0`,
  EAI_AGAIN: `MILLRACE_HOST "${host}" is a name that cannot be looked up: name an address of this machine, such as 0.0.0.0`,
});

/** Says at once what every call to files would: an address that is wrong is found where it was written. */
async function tellState(files: FilesAt, log: Logger): Promise<void> {
  const found = await stateOfFiles(files);
  if (found.state === 'UP') return;
  const { error: err, remedy } = found;
  log.warn({ files: shownAt(files), err, ...(remedy && { remedy }) }, 'the file space does not answer');
}

/** Answers what is under way and takes no more; connections on which an answer still goes on then are cut. */
async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), ms);
  await app.close();
  clearTimeout(timer);
}

const catalogue = async (): Promise<ProcessorCatalogue> => (await import('@millrace/processors')).loadCatalogue();

/** A folder for engines below the state folder; what a process that is gone has left there goes. */
async function newScratch(home: string): Promise<string> {
  const folder = join(home, 'scratch');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const left of await readdir(folder)) await removeScratch(join(folder, left));
  return mkdtemp(join(folder, 'run-'));
}

async function removeScratch(folder: string): Promise<void> {
  await listable(folder);
  await rm(folder, { recursive: true, force: true });
}

/** Makes the records of a new store; gives the password of admin where none was set. */
async function firstAdmin(settings: Settings, db: Context['db'], now: number): Promise<string | undefined> {
  const made = settings.MILLRACE_ADMIN_PASSWORD ?? madeUpPassword();
  const isNew = await firstRecords(db, made, now);
  return isNew && settings.MILLRACE_ADMIN_PASSWORD === undefined ? made : undefined;
}
