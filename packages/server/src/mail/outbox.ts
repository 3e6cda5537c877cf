import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Store } from '../store/database.ts';
import type { MailTable } from '../store/tables/executions.ts';

export type MailRow = Selectable<MailTable>;

/** A mail that one sender alone may go on with. */
export type Claimed = MailRow & { readonly claim: string };

/** Begins an attempt at the mail that has waited longest; until `until` no other process begins another one. */
export async function claimMail({ db, kind }: Store, now: number, until: number): Promise<Claimed | undefined> {
  const claim = randomUUID();
  const mail = await db
    .updateTable('mails')
    .set((eb) => ({ claim, attempts: eb('attempts', '+', 1), nextAttemptAt: until }))
    .where('status', '=', 'WAITING')
    .where('nextAttemptAt', '<=', now)
    .where('id', '=', (eb) => {
      const next = eb
        .selectFrom('mails as m')
        .select('m.id')
        .where('m.status', '=', 'WAITING')
        .where('m.nextAttemptAt', '<=', now)
        .orderBy('m.nextAttemptAt')
        .orderBy('m.id')
        .limit(1);
      return kind === 'postgres' ? next.forUpdate().skipLocked() : next;
    })
    .returningAll()
    .executeTakeFirst();
  return mail && { ...mail, claim };
}

/** An attempt goes on: until `until` no process takes it for broken off. */
export async function renewClaim(db: Db, { id, claim }: Claimed, until: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ nextAttemptAt: until })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', 'in', ['WAITING', 'SENDING'])
    .execute();
}

/** The content of a mail is about to be with the server. False if the attempt is not this one's any more. */
export async function markSending(db: Db, { id, claim }: Claimed): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ status: 'SENDING' })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', '=', 'WAITING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What an attempt has come to. */
export type Settled =
  | { readonly status: 'SENT' | 'FAILED' | 'UNCERTAIN'; readonly message: string; readonly endedAt: number }
  | { readonly status: 'WAITING'; readonly message: string; readonly nextAttemptAt: number };

/** Notes what an attempt has come to; another process may have taken it for broken off in the meantime. */
export async function settle(db: Db, { id, claim }: Claimed, settled: Settled): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...settled, claim: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}

const unheard = 'the service ended before the mail server responded: the mail may have arrived and is not sent again';

/**
 * Ends the attempts that have broken off with their process. What may be with the server is not sent again; the
 * others, which come due by themselves, are due at once if the only process of a store has just begun (`all`).
 */
export async function endBrokenAttempts(db: Db, now: number, leases: 'expired' | 'all'): Promise<void> {
  await db
    .updateTable('mails')
    .set({ status: 'UNCERTAIN', endedAt: now, message: unheard })
    .where('status', '=', 'SENDING')
    .$if(leases === 'expired', (query) => query.where('nextAttemptAt', '<=', now))
    .execute();
  if (leases === 'expired') return;
  await db
    .updateTable('mails')
    .set({ nextAttemptAt: now, claim: null })
    .where('status', '=', 'WAITING')
    .where('claim', 'is not', null)
    .execute();
}

/** When the next mail is due, or an attempt counts as broken off. */
export async function nextDue(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.min('nextAttemptAt').as('at'))
    .where('status', 'in', ['WAITING', 'SENDING'])
    .executeTakeFirst();
  return row?.at ?? undefined;
}
