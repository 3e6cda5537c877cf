import type { Insertable, Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { AuditTable, Tables } from './tables.ts';
import { storable } from './zero-bytes.ts';

export type AuditEntry = Omit<Insertable<AuditTable>, 'id'>;

/** Milliseconds until what was noted is written: one commit holds the requests of that time. */
const pause = 200;
const maxAtOnce = 500;
/** Entries that wait for a store that cannot be written, before the oldest are given up. */
const maxWaiting = 50_000;

/** Who did what, written behind the requests; on the disk within `pause`, and at the end. */
export class AuditLog implements AsyncDisposable {
  readonly #db: Kysely<Tables>;
  readonly #log: Pick<Logger, 'error'>;
  #waiting: AuditEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Kysely<Tables>, log: Pick<Logger, 'error'>) {
    this.#db = db;
    this.#log = log;
  }

  note(entry: AuditEntry): void {
    const { userName, target } = entry;
    // one that cannot be written would keep all others from being written
    this.#waiting.push({ ...entry, userName: storable(userName), target: storable(target) });
    this.#timer ??= setTimeout(() => void this.flush(), pause).unref();
  }

  /** Writes all that was noted before; later calls wait for earlier ones. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.slice(0, maxAtOnce);
      try {
        await this.#db.insertInto('audit').values(some).execute();
      } catch (error) {
        const overflow = Math.max(0, this.#waiting.length - maxWaiting);
        this.#waiting.splice(0, overflow);
        this.#log.error(
          { err: error, waiting: this.#waiting.length, lost: overflow },
          'the audit log cannot be written',
        );
        // tried again with the next entry
        return;
      }
      this.#waiting.splice(0, some.length);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush();
  }
}
