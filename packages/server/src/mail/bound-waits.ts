import { maxAhead } from '../timing/clock.ts';
import type { Db } from '../store/database.ts';

/** Attempts behind which the wait is the longest, whatever it is. */
const maxAttempts = 10;

/**
 * Bounds what mails wait for, which a clock that was ahead has made last too long: one that waits for its next attempt for
 * longer than it was to is due now, an attempt that is under way counts as broken off one lease from now.
 */
export async function boundWaits(
  db: Db,
  now: number,
  { leaseMs, backOff }: { readonly leaseMs: number; readonly backOff: (attempts: number) => number },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ nextAttemptAt: now + leaseMs })
    .where('status', 'in', ['WAITING', 'SENDING'])
    .where('claim', 'is not', null)
    .where('nextAttemptAt', '>', now + leaseMs + maxAhead)
    .execute();
  await db
    .updateTable('mails')
    .set({ nextAttemptAt: now })
    .where('status', '=', 'WAITING')
    .where('claim', 'is', null)
    .where(({ eb, and, or }) =>
      or(
        Array.from({ length: maxAttempts + 1 }, (_, attempts) =>
          and([
            eb('attempts', attempts < maxAttempts ? '=' : '>=', attempts),
            eb('nextAttemptAt', '>', now + maxAhead + (attempts === 0 ? 0 : backOff(attempts))),
          ]),
        ),
      ),
    )
    .execute();
  await db
    .updateTable('mails')
    .set({ createdAt: now })
    .where('status', '=', 'WAITING')
    .where('createdAt', '>', now + maxAhead)
    .execute();
}
