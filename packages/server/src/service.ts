import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCatalogue } from '@millrace/processors';
import { EditingSessions, EngineHost, NodeStore, type HostOptions } from '@millrace/runner';
import { pino, type Logger } from 'pino';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { Dispatcher } from './executions/dispatcher.ts';
import { Retention } from './executions/retention.ts';
import { RunLogs } from './executions/run-logs.ts';
import { firstRecords } from './access/first-records.ts';
import { openVault } from './access/vault.ts';
import { AuditLog } from './store/audit-log.ts';
import { buildApp } from './http/app.ts';
import { Mailer } from './mail/mailer.ts';
import { Scheduler } from './schedules/scheduler.ts';
import type { Settings } from './settings.ts';
import { openStore, type StorePlace } from './store/database.ts';
import { lockHome } from './store/home-lock.ts';

export interface ServiceOptions {
  readonly settings: Settings;
  readonly now?: () => number;
  readonly log?: Logger;
  /** See `DispatcherOptions`. */
  readonly beatMs?: number;
  /** See `MailerOptions`. */
  readonly mailTimeoutMs?: number;
}

/** A service that listens. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly context: Context;
  /** The password of the user admin, where this start has made it up. */
  readonly adminPassword: string | undefined;
  /** Takes no more requests and runs, hands back what is at work, and ends. */
  close(): Promise<void>;
}

/** Starts the service: store, queue, engines, HTTP. Fails with SettingError, HomeInUseError or what keeps it from listening. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { settings, now = Date.now, log: given, beatMs, mailTimeoutMs } = options;
  const log = given ?? pino({ level: settings.MILLRACE_LOG_LEVEL });
  const { home, files } = settings;
  await mkdir(home, { recursive: true, mode: 0o700 });
  await mkdir(files, { recursive: true });
  const closing = new AsyncDisposableStack();
  try {
    closing.use(lockHome(home));
    const place: StorePlace =
      settings.MILLRACE_DATABASE_URL === undefined
        ? { file: join(home, 'millrace.db') }
        : { url: settings.MILLRACE_DATABASE_URL };
    const vault = await openVault(settings);
    const store = await openStore(place);
    closing.defer(() => store.db.destroy());
    const audit = closing.use(new AuditLog(store.db, log.child({ part: 'audit' })));
    const adminPassword = await firstAdmin(settings, store.db, now());
    const logs = await RunLogs.open(home);
    const scratch = await newScratch(home);
    closing.defer(() => rm(scratch, { recursive: true, force: true }));
    const host = closing.use(new EngineHost({ scratch, ...engineOptions(settings) }));
    host.warmSail();
    const editing = closing.use(
      new EditingSessions({
        host,
        idleMs: settings.MILLRACE_EDIT_IDLE * 1_000,
        most: settings.MILLRACE_EDIT_SESSIONS,
      }),
    );
    const mostReused = settings.MILLRACE_REUSE_MEGABYTES * 2 ** 20;
    const reuse = mostReused === 0 ? undefined : new NodeStore(join(home, 'reuse'), mostReused);
    const mailer = new Mailer({
      store,
      settings,
      now,
      log: log.child({ part: 'mail' }),
      ...(mailTimeoutMs === undefined ? {} : { timeoutMs: mailTimeoutMs }),
    });
    const runs = new Dispatcher({
      store,
      catalogue: loadCatalogue,
      host,
      files,
      ...(reuse === undefined ? {} : { reuse }),
      logs,
      mailer,
      log: log.child({ part: 'runs' }),
      now,
      concurrency: settings.MILLRACE_RUN_CONCURRENCY,
      timeoutMs: settings.MILLRACE_RUN_TIMEOUT * 1_000,
      ...(beatMs === undefined ? {} : { beatMs }),
    });
    const schedules = new Scheduler({
      db: store.db,
      catalogue: loadCatalogue,
      settings,
      now,
      runs,
      mailer,
      log: log.child({ part: 'schedules' }),
    });
    const context: Context = {
      settings,
      store,
      db: store.db,
      now,
      log,
      catalogue: loadCatalogue,
      host,
      editing,
      reuse,
      runs,
      logs,
      vault,
      audit,
      schedules,
      mailer,
    };
    const app = await buildApp(context);
    closing.defer(() => mailer.close());
    await mailer.start();
    closing.defer(() => runs.close());
    await runs.start();
    const retention = new Retention({
      db: store.db,
      logs,
      reuse,
      log: log.child({ part: 'retention' }),
      now,
      days: settings.MILLRACE_KEEP_DAYS,
    });
    closing.defer(() => retention.close());
    retention.start();
    closing.defer(() => app.close());
    closing.defer(() => schedules.close());
    schedules.start();
    const url = await app.listen({ host: settings.MILLRACE_HOST, port: settings.MILLRACE_PORT });
    // the first run would wait for it
    loadCatalogue().catch((error: unknown) => log.error({ err: error }, 'the processors cannot be read'));
    const close = (): Promise<void> => closing.disposeAsync();
    return { url, app, context, adminPassword, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

/** A folder for engines below the state folder; what a process that is gone has left there goes. */
async function newScratch(home: string): Promise<string> {
  const folder = join(home, 'scratch');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const left of await readdir(folder)) await rm(join(folder, left), { recursive: true, force: true });
  return mkdtemp(join(folder, 'run-'));
}

const engineOptions = ({
  MILLRACE_SPARK_REMOTE: sparkRemote,
  MILLRACE_ENGINE_MEMORY: memory,
}: Settings): HostOptions => ({
  ...(sparkRemote === undefined ? {} : { sparkRemote }),
  ...(memory === undefined ? {} : { memory }),
});

/** Makes the records of a new store; gives the password of admin where none was set. */
async function firstAdmin(settings: Settings, db: Context['db'], now: number): Promise<string | undefined> {
  const made = settings.MILLRACE_ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const isNew = await firstRecords(db, made, now);
  return isNew && settings.MILLRACE_ADMIN_PASSWORD === undefined ? made : undefined;
}
