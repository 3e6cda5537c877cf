import type { Context } from '../context.ts';
import { Dispatcher } from '../executions/dispatcher.ts';
import { Mailer } from '../mail/mailer.ts';
import { Scheduler } from '../schedules/scheduler.ts';
import type { Engines } from './engines.ts';

/** Lengths of waits; see `DispatcherOptions` and `MailerOptions`. */
export interface QueueTimes {
  readonly beatMs?: number | undefined;
  readonly mailTimeoutMs?: number | undefined;
  readonly mailLeaseMs?: number | undefined;
}

/** Makes what works without a request: the queue of runs, schedules and mail. Nothing of it has begun yet. */
export function makeQueue(
  context: Pick<Context, 'settings' | 'store' | 'catalogue' | 'logs' | 'tables' | 'metrics' | 'log' | 'now'>,
  { host, files, libraries, reuse, sandbox }: Engines,
  { beatMs, mailTimeoutMs, mailLeaseMs }: QueueTimes,
): Pick<Context, 'mailer' | 'runs' | 'schedules'> {
  const { settings, store, catalogue, logs, tables, metrics, log, now } = context;
  const isEmbedded = settings.MILLRACE_SPARK_REMOTE === undefined;
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
    files,
    libraries,
    canShareSpark:
      settings.MILLRACE_CODE === 'unsafe' || (sandbox === 'on' && isEmbedded && settings.MILLRACE_CODE !== 'off'),
    canHoldJars: sandbox === 'on' || !isEmbedded,
    ...(reuse === undefined ? {} : { reuse }),
    logs,
    tables,
    mailer,
    log: log.child({ part: 'runs' }),
    now,
    concurrency: settings.MILLRACE_RUN_CONCURRENCY,
    timeoutMs: settings.MILLRACE_RUN_TIMEOUT * 1_000,
    onEnd: ({ status, engine, ms }) => metrics.run(status, engine, ms / 1_000),
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
  schedules.events.on('fired', ({ outcome }) => metrics.fire(outcome));
  return { mailer, runs, schedules };
}
