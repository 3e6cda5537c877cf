import { runError } from '@millrace/errors';
import { sql, type Selectable } from 'kysely';
import { endedColumns, postMails } from './post-mails.ts';
import { inTransaction, isSqlite, type Db, type Store } from '../store/database.ts';
import type { ExecutionTable } from '../store/tables/executions.ts';
import { storable, storableOrNull } from '../store/zero-bytes.ts';
import { live, statuses, working } from './status.ts';

export type ExecutionRow = Selectable<ExecutionTable>;

/** The nodes that a run was asked for; null: all of its graph. */
export const nodesOf = ({ nodes }: Pick<ExecutionRow, 'nodes'>): string[] | null =>
  nodes === null ? null : (JSON.parse(nodes) as string[]);

/** A run that was claimed: what it writes counts as long as no other process has claimed it again. */
export type Claim = Pick<ExecutionRow, 'id' | 'fence'>;

/** A number where PostgreSQL cannot see from what is around it that it is one. */
const whole = (value: number) => sql<number>`cast(${value} as bigint)`;

/** Claims the next run: of the user with the fewest at work, the one that has waited longest and whose lane is free. */
export async function claimNext(
  { db, kind }: Store,
  owner: string,
  now: number,
  leaseMs: number,
): Promise<ExecutionRow | undefined> {
  return db
    .updateTable('executions')
    .set({
      status: statuses.STARTING,
      owner,
      startedAt: now,
      heartbeatAt: now,
      leaseUntil: now + leaseMs,
      fence: sql<number>`fence + 1`,
      message: null,
    })
    .where('status', '=', statuses.PENDING)
    .where('id', '=', (eb) => {
      const next = eb
        .selectFrom('executions as e')
        .select('e.id')
        .where('e.status', '=', statuses.PENDING)
        .where((e) => {
          const busy = e
            .selectFrom('executions as l')
            .select('l.id')
            .where('l.status', 'in', [...working])
            .whereRef('l.lane', '=', 'e.lane');
          return e.or([e('e.lane', 'is', null), e.not(e.exists(busy))]);
        })
        .orderBy((e) =>
          e
            .selectFrom('executions as w')
            .select((c) => c.fn.countAll().as('n'))
            .where('w.status', 'in', [...working])
            .whereRef('w.userId', '=', 'e.userId'),
        )
        .orderBy('e.id')
        .limit(1);
      return kind === 'postgres' ? next.forUpdate().skipLocked() : next;
    })
    .returningAll()
    .executeTakeFirst();
}

/** The run has an engine and begins. */
export const begin = (db: Db, { id, fence }: Claim, engine: string, why: string): Promise<boolean> =>
  hasChanged(
    db
      .updateTable('executions')
      .set({
        status: sql<number>`case when status = ${statuses.STARTING} then ${statuses.RUNNING} else status end`,
        engine,
        why: storable(why),
        applicationId: null,
        uiWebUrl: null,
      })
      .where('id', '=', id)
      .where('fence', '=', fence)
      .where('status', 'in', [...working])
      .executeTakeFirst(),
  );

/** Notes the application of Spark that a claimed run is in on a cluster. */
export const noteApplication = (
  db: Db,
  { id, fence }: Claim,
  { applicationId, uiWebUrl }: { readonly applicationId: string; readonly uiWebUrl: string },
): Promise<boolean> =>
  hasChanged(
    db
      .updateTable('executions')
      .set({ applicationId: storable(applicationId), uiWebUrl: storableOrNull(uiWebUrl || null) })
      .where('id', '=', id)
      .where('fence', '=', fence)
      .executeTakeFirst(),
  );

/** Notes the state folder that the log of a claimed run lies in, or that it lies in none. */
export const logsTo = (db: Db, { id, fence }: Claim, logHome: string | null): Promise<boolean> =>
  hasChanged(
    db.updateTable('executions').set({ logHome }).where('id', '=', id).where('fence', '=', fence).executeTakeFirst(),
  );

const ofClaim = (db: Db, { id, fence }: Claim) =>
  db.selectFrom('executions').select('id').where('id', '=', id).where('fence', '=', fence);

/** Fails if a run was claimed again or has ended: nothing of it may be put in place any more. */
export async function stillOurs(db: Db, claim: Claim): Promise<void> {
  const row = await ofClaim(db, claim)
    .where('status', 'in', [...working])
    .executeTakeFirst();
  if (row === undefined) throw runError('run-ended', {});
}

/** False if another process has claimed a run since, or it is gone; no process claims it until the transaction ends. */
export async function isClaimed(db: Db, claim: Claim): Promise<boolean> {
  const row = await ofClaim(db, claim)
    .$if(!isSqlite(db), (query) => query.forUpdate())
    .executeTakeFirst();
  return row !== undefined;
}

/** The end of a claimed run, with the mails about it. False if it had ended already, or another process has claimed it. */
export const finish = (
  db: Db,
  { id, fence }: Claim,
  end: { status: number; message: string | null; endedAt: number },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const rows = await tx
      .updateTable('executions')
      .set({ ...end, message: storableOrNull(end.message), owner: null, leaseUntil: 0, heartbeatAt: end.endedAt })
      .where('id', '=', id)
      .where('fence', '=', fence)
      .where('status', 'in', [...working])
      .returning(endedColumns)
      .execute();
    await postMails(tx, rows, end.endedAt);
    return rows.length > 0;
  });

/** How a claimed run has ended that another process has ended; undefined if it was claimed again, or is gone. */
export async function endedBefore(db: Db, { id, fence }: Claim): Promise<number | undefined> {
  const row = await db
    .selectFrom('executions')
    .select('status')
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', 'not in', [...live])
    .executeTakeFirst();
  return row?.status;
}

/** Asks a live run to stop: one that waits has stopped at once. Returns its new state, or nothing if it had ended. */
export async function requestStop(
  db: Db,
  id: number,
  now: number,
  message = 'stopped by a user',
): Promise<number | undefined> {
  const stopped = await db
    .updateTable('executions')
    .set({
      status: sql<number>`case when status = ${statuses.PENDING} then ${whole(statuses.STOPPED)} else ${whole(statuses.STOPPING)} end`,
      endedAt: sql<number | null>`case when status = ${statuses.PENDING} then ${now} else ended_at end`,
      message,
    })
    .where('id', '=', id)
    .where('status', 'in', [...live])
    .returning('status')
    .executeTakeFirst();
  return stopped?.status;
}

/** Ends a live run at once; the process that works on it must still be notified. False if it had ended. */
export const kill = (db: Db, id: number, now: number, message: string): Promise<boolean> =>
  hasChanged(
    db
      .updateTable('executions')
      .set({ status: statuses.KILLED, endedAt: now, heartbeatAt: now, owner: null, leaseUntil: 0, message })
      .where('id', '=', id)
      .where('status', 'in', [...live])
      .executeTakeFirst(),
  );

/**
 * Tells that this process still works on these runs, and returns the state of each that is its own. Others that it has claimed,
 * such as one whose end it could not store, run out of time and are claimed again.
 */
export async function heartbeat(
  db: Db,
  owner: string,
  ids: readonly number[],
  now: number,
  leaseMs: number,
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .updateTable('executions')
    .set({ heartbeatAt: now, leaseUntil: now + leaseMs })
    .where('id', 'in', ids)
    .where('owner', '=', owner)
    .where('status', 'in', [...working])
    .returning(['id', 'status'])
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Most times that a run is begun again: one that takes the service down with it must not do so forever. */
const maxCrashes = 2;

/**
 * Runs whose process is gone: they wait again, since nothing of them was put in place; but for those that were asked to
 * stop, and those that have ended the service too often, about which mails are posted. Returns what became of each.
 */
export async function reclaim(
  db: Db,
  now: number,
  leases: 'expired' | 'all',
): Promise<readonly Pick<ExecutionRow, 'id' | 'fence' | 'queuedAt' | 'status' | 'message'>[]> {
  const again = sql`status <> ${statuses.STOPPING} and crashes < ${maxCrashes}`;
  const { PENDING, STOPPING, STOPPED, FAILED } = statuses;
  return inTransaction(db, async (tx) => {
    const rows = await tx
      .updateTable('executions')
      .set({
        status: sql<number>`case when ${again} then ${whole(PENDING)} when status = ${STOPPING} then ${whole(STOPPED)} else ${whole(FAILED)} end`,
        endedAt: sql<number | null>`case when ${again} then null else ${whole(now)} end`,
        message: sql<string>`case when ${again} then 'the service ended while it ran: the run is queued again'
        when status = ${STOPPING} then 'stopped by a user'
        else 'the service ended while it ran, several times: it is not begun again' end`,
        startedAt: sql<number | null>`case when ${again} then null else started_at end`,
        engine: sql<string | null>`case when ${again} then null else engine end`,
        why: sql<string | null>`case when ${again} then null else why end`,
        applicationId: sql<string | null>`case when ${again} then null else application_id end`,
        uiWebUrl: sql<string | null>`case when ${again} then null else ui_web_url end`,
        owner: null,
        leaseUntil: 0,
        heartbeatAt: now,
        crashes: sql<number>`crashes + 1`,
      })
      .where('status', 'in', [...working])
      .$if(leases === 'expired', (query) => query.where('leaseUntil', '<', now))
      .returning([...endedColumns, 'message', 'fence', 'queuedAt'])
      .execute();
    await postMails(tx, rows, now);
    return rows;
  });
}

/** Hands a run back that was stopped for no fault of its own: it waits to run again. False if it is to stop or has ended. */
export const handBack = (db: Db, { id, fence }: Claim, now: number, why: string): Promise<boolean> =>
  hasChanged(
    db
      .updateTable('executions')
      .set({
        status: statuses.PENDING,
        startedAt: null,
        engine: null,
        why: null,
        applicationId: null,
        uiWebUrl: null,
        owner: null,
        leaseUntil: 0,
        heartbeatAt: now,
        message: `${why}: the run is queued again`,
      })
      .where('id', '=', id)
      .where('fence', '=', fence)
      .where('status', 'in', [statuses.STARTING, statuses.RUNNING])
      .executeTakeFirst(),
  );

const hasChanged = async (done: Promise<{ numUpdatedRows: bigint }>): Promise<boolean> =>
  (await done).numUpdatedRows > 0n;
