import type { NodeStore } from '@millrace/runner';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../store/tables.ts';
import type { Logged, RunLogs } from './run-logs.ts';
import { live } from './status.ts';

export interface RetentionOptions {
  readonly db: Kysely<Tables>;
  readonly logs: RunLogs;
  readonly reuse: NodeStore | undefined;
  readonly log: Logger;
  readonly now: () => number;
  /** Days that runs are kept after their end; 0 keeps them. */
  readonly days: number;
}

const [hour, day] = [3_600_000, 86_400_000];

/** Runs that are removed at once: other requests wait as long. */
const some = 200;

/** Removes runs that ended long ago, and logs whose runs are gone, each hour. */
export class Retention {
  readonly #options: RetentionOptions;
  #timer: NodeJS.Timeout | undefined;
  #tidying: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  start(): void {
    const begin = (): void => {
      this.#tidying = this.#tidying
        .then(() => this.#tidy())
        .catch((error: unknown) => this.#options.log.error({ err: error }, 'what is old cannot be removed'));
    };
    this.#timer = setInterval(begin, hour);
    begin();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#tidying;
  }

  async #tidy(): Promise<void> {
    const { db, logs, reuse, log, now, days } = this.#options;
    const before = now() - days * day;
    let removed = 0;
    for (let left = days > 0; left && !this.#closed;) {
      const runs = await this.#removeSome(before);
      await logs.remove(runs);
      removed += runs.length;
      left = runs.length === some;
    }
    if (removed > 0) {
      log.info({ runs: removed, days }, 'runs that ended long ago were removed');
      await reuse?.removeUnusedSince(before);
    }
    // another process may have removed runs whose logs lie here
    if (!this.#closed) await logs.sweep(db);
  }

  #removeSome(before: number): Promise<readonly Logged[]> {
    const { db } = this.#options;
    const old = db
      .selectFrom('executions')
      .select('id')
      .where('endedAt', '<=', before)
      .where('status', 'not in', [...live])
      .orderBy('endedAt')
      .limit(some);
    return db.deleteFrom('executions').where('id', 'in', old).returning(['id', 'queuedAt']).execute();
  }
}
