import { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { ProcessorCatalogue } from '@millrace/processors';
import type { EngineHost, EngineSession } from '@millrace/engines/host';
import type { NodeStore } from '@millrace/runner';
import type { Logger } from 'pino';
import type { ProjectLibraries } from '../libraries/project-libraries.ts';
import { noServer } from '../settings/smtp-server.ts';
import { after } from '../timing/after.ts';
import { Pump } from '../timing/pump.ts';
import type { Store } from '../store/database.ts';
import type { RunSpace } from '../files/home.ts';
import { reasons, RunsAtWork, stopRun, type Running } from './at-work.ts';
import { Recorder, recordEnd, type EventBus } from './recorder.ts';
import type { End } from './run-execution.ts';
import { boundLeases, SteadyClock } from './leases.ts';
import { asksForMail, type MailsOfRuns } from './post-mails.ts';
import type { RunLogs } from './run-logs.ts';
import type { RunTables } from './run-tables.ts';
import { statuses, statusName } from './status.ts';
import { claimNext, endedBefore, finish, handBack, heartbeat, reclaim } from './transitions.ts';
import { internalError } from '../refusals.ts';

export interface DispatcherOptions {
  readonly store: Store;
  readonly catalogue: () => Promise<ProcessorCatalogue>;
  readonly host: EngineHost;
  readonly files: RunSpace;
  /** See `Work`, as those below. */
  readonly libraries: ProjectLibraries;
  readonly canShareSpark: boolean;
  readonly canHoldJars: boolean;
  /** Work of earlier runs; absent if none is to be reused. */
  readonly reuse?: NodeStore;
  /** Where their logs are written. */
  readonly logs: RunLogs;
  /** Where their large tables go. */
  readonly tables: RunTables;
  /** Is notified that runs have ended. */
  readonly mailer: MailsOfRuns;
  readonly log: Logger;
  readonly now: () => number;
  /** Runs at work at once. */
  readonly concurrency: number;
  /** Milliseconds after which a run is ended. */
  readonly timeoutMs: number;
  /** Milliseconds after which a process that says nothing counts as gone. */
  readonly leaseMs?: number;
  /** Milliseconds between signs of life. */
  readonly beatMs?: number;
  /** Sees the end of each run that this process has worked on. */
  readonly onEnd?: (run: { status: number; engine: string; ms: number }) => void;
}

const tooLong = (timeoutMs: number): string => `the run exceeded the time limit of ${timeoutMs / 1000} s`;

/** Takes runs out of the queue and works on them, some at once. */
export class Dispatcher {
  /** Tells of events of runs that this process works on. */
  readonly events: EventBus = new EventEmitter();
  readonly #options: DispatcherOptions;
  readonly #owner = randomUUID();
  readonly #leaseMs: number;
  readonly #steady: SteadyClock;
  readonly #running = new RunsAtWork();
  #beat: NodeJS.Timeout | undefined;
  readonly #pump = new Pump(
    () => this.#claimAll(),
    (error) => this.#options.log.error({ err: error }, 'the queue cannot be read'),
  );
  #beating = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 15_000;
    this.#steady = new SteadyClock(options.now);
    this.events.setMaxListeners(0);
  }

  /** Begins to work: first on what a process that is gone has left. */
  async start(): Promise<void> {
    const { store, now } = this.#options;
    // the file of SQLite has one process at a time: no other process can be at work
    await this.#reclaim(store.kind === 'sqlite' ? 'all' : 'expired', now());
    // another process of the same store sees from it that a run is to stop
    const every = this.#options.beatMs ?? (store.kind === 'postgres' ? 1_000 : this.#leaseMs / 3);
    this.#beat = setInterval(() => void this.#heartbeat(), every);
    this.#pump.open();
  }

  /** There may be something to do. */
  wake(): void {
    this.#pump.wake();
  }

  /** Stops a run that this process works on: no new node starts, queries are interrupted. */
  stop(id: number): void {
    this.#running.stop(id);
  }

  /** Ends a run that this process works on by force. */
  kill(id: number): void {
    this.#running.kill(id);
  }

  /** True while this process works on a run, or on what is left to do once its end is stored: its log, its figures. */
  isAtWork(id: number): boolean {
    return this.#running.has(id);
  }

  /** Runs at work here. */
  get running(): number {
    return this.#running.size;
  }

  /** Takes no more runs, and waits until those at work have ended, or so many milliseconds; returns how many are left. */
  async drain(ms: number): Promise<number> {
    await this.#pump.close();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    await Promise.race([over, Promise.all(this.#running.all().map(({ done }) => done))]);
    clearTimeout(timer);
    return this.#running.size;
  }

  /** Takes no more runs, and ends those at work, which wait to be run again. */
  async close(): Promise<void> {
    clearInterval(this.#beat);
    await this.#pump.close();
    const running = this.#running.all();
    for (const one of running) {
      stopRun(one, reasons.close);
      one.closing.abort();
    }
    await Promise.all(running.map(({ done }) => done));
  }

  async #claimAll(): Promise<void> {
    const { store, now, concurrency, host } = this.#options;
    while (this.#pump.isOpen && this.#running.size < concurrency) {
      const execution = await claimNext(store, this.#owner, now(), this.#leaseMs);
      if (execution === undefined) return;
      const running = this.#running.add(execution);
      const done = this.#work(running).finally(() => {
        this.#running.remove(running);
        this.events.emit(`end ${execution.id}`, undefined);
        host.refill();
        this.wake();
      });
      Object.assign(running, { done });
    }
  }

  async #work(running: Running): Promise<void> {
    const { store, catalogue, host, files, libraries, logs, tables, mailer, log, now, timeoutMs } = this.#options;
    const { execution, stop, closing } = running;
    const runLog = log.child({ execution: execution.id });
    const callOff = after(timeoutMs, () => {
      running.timedOut = true;
      running.recorder?.note({ event: 'log', level: 'error', message: tooLong(timeoutMs) });
      stopRun(running);
    });
    try {
      runLog.info({ workflow: execution.workflowId, attempt: execution.fence }, 'run started');
      const recorder = await Recorder.begin(
        { db: store.db, bus: this.events, logs, tables, log: runLog, now, closing: closing.signal },
        execution,
      );
      running.recorder = recorder;
      if (!mailer.isSet && asksForMail(execution))
        recorder.note({
          event: 'log',
          level: 'warning',
          message: `mail is requested but cannot be sent: ${noServer}`,
        });
      const work = {
        db: store.db,
        catalogue: await catalogue(),
        host,
        files,
        libraries,
        canShareSpark: this.#options.canShareSpark,
        canHoldJars: this.#options.canHoldJars,
        reuse: this.#options.reuse,
        tables: tables.tableStorageOf(execution),
        signal: stop.signal,
        opened: (session: EngineSession) => void (running.session = session),
      };
      const { runExecution } = await import('./run-execution.ts');
      const end = await runExecution(work, execution, recorder).catch((error: unknown): End => {
        runLog.error({ err: error }, 'run failed with an internal error');
        return { status: statuses.FAILED, message: internalError };
      });
      if (!recorder.isFinished && end.message !== null)
        recorder.note({ event: 'log', level: 'error', message: end.message });
      await this.#finish(running, end, recorder);
    } catch (error) {
      runLog.error({ err: error }, 'the end of a run cannot be stored');
    } finally {
      callOff();
    }
  }

  async #finish(
    { execution, stop, timedOut, session }: Running,
    { status, message, change }: End,
    recorder: Recorder,
  ): Promise<void> {
    const { store, now, timeoutMs, mailer, log, onEnd } = this.#options;
    const why = Object.values(reasons).find((reason) => reason === stop.signal.reason);
    if (why !== undefined && status === statuses.STOPPED) {
      // who claims it next reads its log
      await recorder.flush();
      let back = false;
      await recorder.flush(async (tx) => {
        back = await handBack(tx, execution, now(), why);
      });
      if (back) log.info({ execution: execution.id, why }, 'run requeued');
      if (back) return;
    }
    const end =
      timedOut && status === statuses.STOPPED
        ? { status: statuses.TIMEOUT, message: tooLong(timeoutMs) }
        : { status, message };
    // the clock may have been set back in the meantime
    const endedAt = Math.max(now(), execution.startedAt ?? 0);
    let first = false;
    await recorder.flush(async (tx) => {
      first = await finish(tx, execution, { ...end, endedAt });
      if (first) await change?.(tx, endedAt);
    });
    const became = first ? end.status : await endedBefore(store.db, execution);
    if (became !== undefined)
      onEnd?.({ status: became, engine: session?.kind ?? 'none', ms: endedAt - (execution.startedAt ?? endedAt) });
    const details = { execution: execution.id, status: statusName(became ?? end.status), engine: session?.kind };
    log.info({ ...details, ms: endedAt - (execution.startedAt ?? endedAt) }, 'run ended');
    mailer.wake();
  }

  async #heartbeat(): Promise<void> {
    const { store, now, log } = this.#options;
    if (this.#beating) return;
    this.#beating = true;
    try {
      // a run that is claimed while the store answers is not in its answer
      const before = this.#running.all();
      const ids = before.map(({ execution }) => execution.id);
      const mine = await heartbeat(store.db, this.#owner, ids, now(), this.#leaseMs);
      for (const running of before) {
        const status = mine.get(running.execution.id);
        if (status === statuses.STOPPING) stopRun(running);
        if (status === undefined) await this.#handleLoss(running);
      }
      await boundLeases(store.db, now(), this.#leaseMs);
      // behind a jump the leases of all processes seem to be over: they prolong theirs first
      const isSteady = this.#steady.isSteadyFor(this.#leaseMs);
      if (store.kind === 'sqlite' || isSteady) await this.#reclaim('expired', now());
      this.wake();
    } catch (error) {
      log.error({ err: error }, 'the store does not respond');
    } finally {
      this.#beating = false;
    }
  }

  /** A run is not this process's own any more: another one has killed it or taken it, or it has ended in the meantime. */
  async #handleLoss(running: Running): Promise<void> {
    running.closing.abort();
    const became = await endedBefore(this.#options.store.db, running.execution);
    if (became === statuses.KILLED) this.#running.killRun(running);
    else stopRun(running);
  }

  async #reclaim(leases: 'expired' | 'all', now: number): Promise<void> {
    const { store, logs, tables, mailer, log } = this.#options;
    const runs = await reclaim(store.db, now, leases);
    for (const run of runs) {
      const { id, status, message } = run;
      const runLog = log.child({ execution: id });
      runLog.warn({ status }, message ?? '');
      if (status === statuses.PENDING || message === null) continue;
      // tried once: the signs of life of others wait for it
      const once = {
        db: store.db,
        bus: this.events,
        logs,
        tables,
        log: runLog,
        now: () => now,
        closing: AbortSignal.abort(),
      };
      await recordEnd(once, run, message).catch((error: unknown) =>
        runLog.error({ err: error }, 'the end of a run cannot be written to its log'),
      );
    }
    if (runs.length > 0) mailer.wake();
  }
}
