import type { Insertable } from 'kysely';
import { inTransaction, type Db } from '../store/database.ts';
import type { ExecutionTable } from '../store/tables/executions.ts';
import { storableOrNull } from '../store/zero-bytes.ts';
import { postMails } from './post-mails.ts';
import { statuses } from './status.ts';

/** What a run is when it is asked for; the queue adds the rest. */
export type NewExecution = Omit<
  Insertable<ExecutionTable>,
  | 'status'
  | 'startedAt'
  | 'endedAt'
  | 'heartbeatAt'
  | 'owner'
  | 'leaseUntil'
  | 'fence'
  | 'crashes'
  | 'engine'
  | 'why'
  | 'applicationId'
  | 'uiWebUrl'
  | 'message'
  | 'logHome'
  | 'id'
>;

/** Puts a run into the queue and returns its id. */
export const enqueue = (db: Db, execution: NewExecution): Promise<number> =>
  insert(db, execution, { status: statuses.PENDING, endedAt: null, message: null });

/** Notes a run that was asked for and never began, posts the mails about a failure, and returns its id. */
export const recordUnrun = (
  db: Db,
  execution: NewExecution,
  end: { status: typeof statuses.SKIPPED | typeof statuses.FAILED; message: string },
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const id = await insert(tx, execution, { ...end, endedAt: execution.queuedAt });
    await postMails(tx, [{ ...execution, id, status: end.status }], execution.queuedAt);
    return id;
  });

async function insert(
  db: Db,
  execution: NewExecution,
  state: { status: number; endedAt: number | null; message: string | null },
): Promise<number> {
  const { id } = await db
    .insertInto('executions')
    .values({
      ...execution,
      ...state,
      message: storableOrNull(state.message),
      startedAt: null,
      heartbeatAt: execution.queuedAt,
      owner: null,
      leaseUntil: 0,
      fence: 0,
      crashes: 0,
      engine: null,
      why: null,
      applicationId: null,
      uiWebUrl: null,
      logHome: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
