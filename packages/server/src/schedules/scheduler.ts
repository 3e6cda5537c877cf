import { EventEmitter } from 'node:events';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Context } from '../context.ts';
import type { Tables } from '../store/tables.ts';
import { fireSchedule, type FireReport } from './fire.ts';
import { forgetWrongFuture } from './wrong-future.ts';

export interface SchedulerOptions extends Pick<Context, 'catalogue' | 'settings' | 'now'> {
  readonly db: Kysely<Tables>;
  readonly log: Logger;
  /** The queue: it is notified of new runs and of those that must stop. */
  readonly runs: Pick<Context['runs'], 'wake' | 'stop'>;
  /** Is notified of fires that could not begin. */
  readonly mailer: Pick<Context['mailer'], 'wake'>;
  /** Time zone of schedules that name none. */
  readonly zone?: string;
}

/** Longest wait in milliseconds: a clock that was changed is met by then. */
const longest = 30_000;

/** Least wait behind a fault of the store. */
const afterFault = 5_000;

/** Time zone of this machine. */
export const serverZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Fires schedules when they are due. Any number of processes may do so on one store: each fire is one of theirs alone. */
export class Scheduler {
  /** Tells of each fire, once it is stored. */
  readonly events = new EventEmitter<{ fired: [FireReport] }>();
  readonly #options: SchedulerOptions;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<unknown> = Promise.resolve();
  #open = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#open = true;
    this.wake();
  }

  /** A schedule was made or changed. */
  wake(): void {
    if (this.#open) void this.tick();
  }

  /** Fires what is due and returns what became of it. */
  tick(): Promise<readonly FireReport[]> {
    const done = this.#ticking.then(() => this.#fireDue());
    this.#ticking = done;
    return done;
  }

  /** Fires no more. */
  async close(): Promise<void> {
    this.#open = false;
    clearTimeout(this.#timer);
    await this.#ticking;
  }

  async #fireDue(): Promise<readonly FireReport[]> {
    const { db, now, log, zone = serverZone() } = this.#options;
    const fires: FireReport[] = [];
    let wait = longest;
    try {
      for (const schedule of await forgetWrongFuture(db, now(), zone))
        log.warn(
          { schedule },
          'the clock was ahead when a schedule fired or was saved: its next fire time was corrected',
        );
      const due = await db
        .selectFrom('schedules')
        .select('id')
        .where('isActive', '=', 1)
        .where('nextFireAt', '<=', now())
        .orderBy('nextFireAt')
        .orderBy('id')
        .execute();
      let isSound = true;
      for (const { id } of due) {
        try {
          fires.push(...(await this.#fire(id)));
        } catch (error) {
          isSound = false;
          log.error({ err: error, schedule: id }, 'a schedule cannot fire');
        }
      }
      const next = await db
        .selectFrom('schedules')
        .select((eb) => eb.fn.min('nextFireAt').as('at'))
        .where('isActive', '=', 1)
        .executeTakeFirst();
      const until = (next?.at ?? Number.POSITIVE_INFINITY) - now();
      wait = Math.min(longest, Math.max(until, isSound ? 0 : afterFault));
    } catch (error) {
      wait = afterFault;
      log.error({ err: error }, 'the schedules cannot be read');
    }
    this.#arm(wait);
    return fires;
  }

  async #fire(id: number): Promise<readonly FireReport[]> {
    const { db, catalogue, settings, now, runs, mailer, log, zone = serverZone() } = this.#options;
    const fires = await db.transaction().execute((tx) => fireSchedule({ db: tx, catalogue, settings, now }, id, zone));
    for (const one of fires) {
      one.stopped.forEach((run) => runs.stop(run));
      const { scheduleId: schedule, outcome, executionId: execution, message } = one;
      log.info({ schedule, fireAt: new Date(one.fireAt), execution, outcome }, message ?? 'schedule fired');
    }
    if (fires.length > 0) runs.wake();
    if (fires.some(({ outcome }) => outcome === 'FAILED')) mailer.wake();
    for (const one of fires) this.events.emit('fired', one);
    return fires;
  }

  #arm(wait: number): void {
    clearTimeout(this.#timer);
    if (this.#open) this.#timer = setTimeout(() => this.wake(), wait);
  }
}
