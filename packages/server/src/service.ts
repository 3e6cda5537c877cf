import type { ProcessorCatalogue } from '@millrace/processors';
import type { SparkPool } from '@millrace/engines/spark-pool';
import { pino, type Logger } from 'pino';
import type { FastifyInstance } from 'fastify';
import { UnwrittenSessions } from './access/unwritten-sessions.ts';
import { buildApp } from './app.ts';
import type { Context } from './context.ts';
import { Sweeper } from './retention/sweeper.ts';
import { SettingError } from './settings/kinds.ts';
import type { Settings } from './settings/settings.ts';
import { openEngines } from './startup/engines.ts';
import { makeQueue } from './startup/queue.ts';
import { openFiles, openRecords, prepareHome } from './startup/records.ts';

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
  /** Milliseconds after which a line is given up on which nothing comes that is awaited; 120 s if not given. */
  readonly lineMs?: number;
  /** Embedded Sparks of another host, outside of this service's sandbox; its own if not given. */
  readonly sparkPool?: SparkPool;
  /** Milliseconds that requests which are under way have at the end; 5 s if not given. */
  readonly closeMs?: number;
}

/** A service that listens. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly context: Context;
  /** The password of the user admin, if this start has generated it. */
  readonly adminPassword: string | undefined;
  /**
   * Begins to end: says that it is not ready, takes no more runs, fires no more schedules, and lets the runs at work end,
   * for as long as MILLRACE_DRAIN_SECONDS says. Returns how many are left.
   */
  drain(): Promise<number>;
  /** Takes no more requests and runs, hands back what is at work, and ends. */
  close(): Promise<void>;
}

/** Starts the service: store, queue, engines, HTTP. Fails with SettingError, HomeInUseError or what keeps it from listening. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const closing = new AsyncDisposableStack();
  try {
    return await start(options, closing);
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

async function start(options: ServiceOptions, closing: AsyncDisposableStack): Promise<Service> {
  const { settings, now = Date.now, sparkPool } = options;
  const log = options.log ?? pino({ level: settings.MILLRACE_LOG_LEVEL });
  await prepareHome(settings, log);
  const { adminPassword, ...records } = await openRecords(settings, { log, now }, closing);
  const fileSpace = await openFiles(settings);
  const engines = await openEngines(settings, log, closing, sparkPool);
  const base = { settings, now, log, catalogue, ...records, ...fileSpace };
  const queue = makeQueue(base, engines, options);
  const ending = new AbortController();
  const context: Context = {
    ...base,
    ...engines,
    ...queue,
    db: records.store.db,
    unwritten: new UnwrittenSessions(),
    ending: ending.signal,
  };
  const app = await buildApp(context, options);
  await begin(context, closing);
  closing.defer(() => closeWithin(app, options.closeMs ?? 5_000));
  closing.defer(() => context.schedules.close());
  closing.defer(() => ending.abort());
  context.schedules.start();
  const url = await listen(app, settings);
  warmUp(context);
  const drain = async (): Promise<number> => {
    ending.abort();
    await context.schedules.close();
    return context.runs.drain(settings.MILLRACE_DRAIN_SECONDS * 1_000);
  };
  const close = (): Promise<void> => closing.disposeAsync();
  return { url, app, context, adminPassword, drain, close, [Symbol.asyncDispose]: close };
}

/** Begins to work on mails, runs, and what is too old. */
async function begin(context: Context, closing: AsyncDisposableStack): Promise<void> {
  const { mailer, runs, log } = context;
  closing.defer(() => mailer.close());
  await mailer.start();
  closing.defer(() => runs.close());
  await runs.start();
  const sweeper = new Sweeper({ ...context, log: log.child({ part: 'retention' }) });
  closing.defer(() => sweeper.close());
  sweeper.start();
}

/** Reads what the first requests and the first run need, and a start would wait for. */
function warmUp({ metrics, host, log }: Context): void {
  metrics.load().catch((error: unknown) => log.error({ err: error }, 'metrics cannot be collected'));
  host.refill();
  Promise.all([catalogue(), import('./executions/run-execution.ts')]).catch((error: unknown) =>
    log.error({ err: error }, 'the processors cannot be read'),
  );
}

/** Begins to listen. Fails with SettingError if the settings name no place for that. */
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
  EADDRINUSE: `port ${port} of ${host} is in use: set MILLRACE_PORT to another port`,
  EACCES: `MILLRACE_PORT "${port}" is not permitted for this user: use a port from 1024 on`,
  EADDRNOTAVAIL: `MILLRACE_HOST "${host}" is not an address of this machine: use an address such as 127.0.0.1 or 0.0.0.0`,
  ENOTFOUND: `MILLRACE_HOST "${host}" has no address: use an address of this machine, such as 0.0.0.0`,
  EAI_AGAIN: `MILLRACE_HOST "${host}" cannot be resolved: use an address of this machine, such as 0.0.0.0`,
});

/** Answers what is under way and takes no more; connections on which an answer still goes on then are cut. */
async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), ms);
  await app.close();
  clearTimeout(timer);
}

const catalogue = async (): Promise<ProcessorCatalogue> => (await import('@millrace/processors')).loadCatalogue();
