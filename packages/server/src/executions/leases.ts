import { maxAhead } from '../timing/clock.ts';
import type { Db } from '../store/database.ts';
import { working } from './status.ts';

/**
 * Leases that a clock which was ahead has made last too long end one lease from now: a process that is there prolongs its own
 * by then, and the runs of one that is gone are claimed again.
 */
export async function boundLeases(db: Db, now: number, leaseMs: number): Promise<void> {
  await db
    .updateTable('executions')
    .set({ leaseUntil: now + leaseMs })
    .where('status', 'in', [...working])
    .where('leaseUntil', '>', now + leaseMs + maxAhead)
    .execute();
}

/** Tells whether the wall clock has run evenly for a while: leases that seem to be over may not be behind a jump. */
export class SteadyClock {
  readonly #now: () => number;
  readonly #monotonic: () => number;
  #offset: number;
  #since: number;

  /** `monotonic`: milliseconds of a clock that is never set. */
  constructor(now: () => number, monotonic: () => number = () => performance.now()) {
    this.#now = now;
    this.#monotonic = monotonic;
    this.#offset = now() - monotonic();
    this.#since = Number.NEGATIVE_INFINITY;
  }

  /** False for `ms` milliseconds after the wall clock was seen to have jumped ahead by more than a tenth of that. */
  isSteadyFor(ms: number): boolean {
    const at = this.#monotonic();
    const offset = this.#now() - at;
    if (offset - this.#offset > ms / 10) this.#since = at;
    this.#offset = offset;
    return at - this.#since >= ms;
  }
}
