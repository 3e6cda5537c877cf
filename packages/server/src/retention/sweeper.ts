import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RunLogs } from '../executions/run-logs.ts';
import type { RunTables } from '../executions/run-tables.ts';
import type { UploadStore } from '../files/upload-store.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import { endedRuns, olderRows } from './expired.ts';
import { partsOf, runsThemselves, type Batch } from '../executions/delete-runs.ts';

export interface SweeperOptions {
  readonly store: Store;
  /** Logs of runs: those whose runs are gone go too. */
  readonly logs: RunLogs;
  /** Large tables of runs: those that belong to no run go too. */
  readonly tables: RunTables;
  /** Uploads that come in parts. */
  readonly uploads: UploadStore;
  readonly settings: Settings;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
}

/** How much of each kind a sweep has cleared away. */
export interface Swept {
  readonly runs: number;
  readonly fires: number;
  readonly audit: number;
  readonly tokens: number;
  readonly sessions: number;
  readonly uploads: number;
}

const day = 86_400_000;

/** Milliseconds from the start to the first sweep, and between sweeps. */
const [first, every] = [60_000, 3_600_000];

/** A sweep works a quarter of the time at most: the store is there for requests. */
const rest = 3;

/**
 * Clears away what is older than the settings say, in small steps. Any number of processes may do so on one store: what
 * one has deleted is not there for the others.
 */
export class Sweeper {
  readonly #options: SweeperOptions;
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<unknown> = Promise.resolve();

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  /** Sweeps now and then from here on; files of runs that another process has removed go at once. */
  start(): void {
    const { log } = this.#options;
    this.#sweeping = this.#files().catch((error: unknown) =>
      log.error({ err: error }, 'files of deleted runs cannot be removed'),
    );
    this.#startIn(first);
  }

  /** Removes the logs and tables of runs that are gone. */
  async #files(): Promise<void> {
    const { store, logs, tables } = this.#options;
    await logs.sweep(store.db);
    await tables.sweep(store.db);
  }

  #startIn(wait: number): void {
    this.#timer = setTimeout(() => {
      const { log } = this.#options;
      this.#sweeping = this.sweep()
        .catch((error: unknown) => log.error({ err: error }, 'expired records cannot be deleted'))
        .finally(() => this.#ending.signal.aborted || this.#startIn(every));
    }, wait).unref();
  }

  /** Clears away what is too old by now, and returns how much it was. */
  async sweep(): Promise<Swept> {
    const { store, uploads, settings, now, log } = this.#options;
    const at = now();
    const older = async (table: Parameters<typeof olderRows>[1], days: number): Promise<number> =>
      this.#all(olderRows(store, table, at - days * day));
    const clearAfter = (days: number, clear: () => Promise<number>): Promise<number> =>
      days === 0 ? Promise.resolve(0) : clear();
    const swept: Swept = {
      sessions: await older('sessions', 0),
      tokens: await clearAfter(settings.MILLRACE_KEEP_TOKENS_DAYS, () =>
        older('tokens', settings.MILLRACE_KEEP_TOKENS_DAYS),
      ),
      fires: await clearAfter(settings.MILLRACE_KEEP_FIRES_DAYS, () =>
        older('scheduleFires', settings.MILLRACE_KEEP_FIRES_DAYS),
      ),
      uploads: await clearAfter(settings.MILLRACE_KEEP_UPLOADS_DAYS, () =>
        uploads.sweep(at - settings.MILLRACE_KEEP_UPLOADS_DAYS * day),
      ),
      audit: await clearAfter(settings.MILLRACE_KEEP_AUDIT_DAYS, () =>
        older('audit', settings.MILLRACE_KEEP_AUDIT_DAYS),
      ),
      runs: await clearAfter(settings.MILLRACE_KEEP_RUNS_DAYS, () =>
        this.#runs(at - settings.MILLRACE_KEEP_RUNS_DAYS * day),
      ),
    };
    if (!this.#ending.signal.aborted) await this.#files();
    if (Object.values(swept).some((n) => n > 0)) log.info(swept, 'expired records deleted');
    return swept;
  }

  /** Sweeps no more; a step that is under way is ended. */
  async close(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#sweeping;
  }

  async #runs(before: number): Promise<number> {
    const { store } = this.#options;
    let n = 0;
    for await (const id of endedRuns(store, before)) {
      await this.#all(partsOf(store, [id]));
      if (this.#ending.signal.aborted) break;
      await this.#step(async () => {
        n += (await runsThemselves(store, [id])).length;
        return 0;
      });
    }
    return n;
  }

  /** Steps until nothing is left; returns how many rows it was. */
  async #all(batch: Batch): Promise<number> {
    let all = 0;
    while (!this.#ending.signal.aborted) {
      const n = await this.#step(batch);
      if (n === 0) break;
      all += n;
    }
    return all;
  }

  async #step(batch: Batch): Promise<number> {
    const start = performance.now();
    const n = await batch();
    await pause((performance.now() - start) * rest, undefined, { signal: this.#ending.signal }).catch(() => undefined);
    return n;
  }
}
