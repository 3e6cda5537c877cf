import type { Selectable } from 'kysely';
import { parseAddresses } from '../mail-addresses.ts';
import type { Db } from '../store/database.ts';
import type { ExecutionTable, MailTable } from '../store/tables/executions.ts';
import { statuses } from './status.ts';

/** What must be known of a run that has ended, to know who gets mail about it. */
export type MailRun = Pick<Selectable<ExecutionTable>, 'id' | 'status'> & {
  readonly emailOnSuccess?: string | null | undefined;
  readonly emailOnFailure?: string | null | undefined;
};

/** Columns of `Ended`. */
export const endedColumns = [
  'id',
  'status',
  'emailOnSuccess',
  'emailOnFailure',
] as const satisfies readonly (keyof MailRun)[];

/** Ends of runs that are reported by mail. A run that a user has stopped or killed, or that was skipped, is not. */
const outcomes: ReadonlyMap<number, MailTable['outcome']> = new Map([
  [statuses.COMPLETED, 'success'],
  [statuses.FAILED, 'failure'],
  [statuses.TIMEOUT, 'failure'],
]);

/** Puts mails about runs that have ended into the outbox; in the transaction that ends them, each goes there once. */
export async function postMails(db: Db, runs: readonly MailRun[], at: number): Promise<void> {
  for (const { id, status, emailOnSuccess, emailOnFailure } of runs) {
    const outcome = outcomes.get(status);
    const list = outcome === undefined ? '' : ((outcome === 'success' ? emailOnSuccess : emailOnFailure) ?? '');
    if (outcome === undefined || list.trim() === '') continue;
    const to = parseAddresses(list);
    const waiting = { status: 'WAITING' as const, endedAt: null, message: null };
    const mails = to.ok
      ? to.addresses.map((recipient) => ({ recipient, ...waiting }))
      : // lists are checked when they are saved
        [{ recipient: list.slice(0, 320), status: 'FAILED' as const, endedAt: at, message: to.message }];
    const same = { executionId: id, outcome, attempts: 0, claim: null, createdAt: at, nextAttemptAt: at };
    await db
      .insertInto('mails')
      .values(mails.map((mail) => ({ ...same, ...mail })))
      .onConflict((conflict) => conflict.columns(['executionId', 'recipient']).doNothing())
      .execute();
  }
}

/** True for a run whose end is to be reported by mail. */
export const asksForMail = ({ emailOnSuccess, emailOnFailure }: Omit<MailRun, 'id' | 'status'>): boolean =>
  [emailOnSuccess, emailOnFailure].some((list) => (list ?? '').trim() !== '');

/** Sends the mails about runs that have ended. */
export interface MailsOfRuns {
  /** False if no mail server is set. */
  readonly isSet: boolean;
  /** There may be mails to send. */
  wake(): void;
}
