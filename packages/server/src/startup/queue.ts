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

/** True if the code of jars sees no more than the file space: the driver of a cluster has no sandbox, and may be here. */
const canHoldJars = (
  { MILLRACE_SPARK_REMOTE: remote, MILLRACE_SPARK_CLUSTER: cluster }: Context['settings'],
  sandbox: Engines['sandbox'],
): boolean => remote !== undefined || (cluster === undefined && sandbox === 'on');

/** Makes what works without a request: the queue of runs, schedules and mail. Nothing of it has begun yet. */
export function makeQueue(
  context: Pick<Context, 'settings' | 'store' | 'catalogue' | 'logs' | 'tables' | 'metrics' | 'log' | 'now'>,
  { host, files, libraries, reuse, sandbox }: Engines,
  { beatMs, mailTimeoutMs, mailLeaseMs }: QueueTimes,
): Pick<Context, 'mailer' | 'runs' | 'schedules'> {
  const { settings, store, catalogue, logs, tables, metrics, log, now } = context;
  const isEmbedded = settings.MILLRACE_SPARK_REMOTE === undefined && settings.MILLRACE_SPARK_CLUSTER === undefined;
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
    canHoldJars: canHoldJars(settings, sandbox),
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
