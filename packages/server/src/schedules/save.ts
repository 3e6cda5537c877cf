import { sql, type Selectable } from 'kysely';
import type { Principal } from '../access/principal.ts';
import { requireRight, visible } from '../access/projects.ts';
import { Problem } from '../problems.ts';
import { requireAddresses } from '../mail-addresses.ts';
import { parseSchedule, type Schedule } from './record.ts';
import { serverZone } from './scheduler.ts';
import { whenOf, type Fires, type Rule } from './when.ts';
import type { Db } from '../store/database.ts';
import type { ScheduleTable } from '../store/tables/schedules.ts';
import { workflowFor } from '../workflows/save.ts';
import { boundsOf, isoOf, ownKeys } from './records.ts';
import { notFound, staleVersion } from '../refusals.ts';

type Row = Selectable<ScheduleTable>;

/** When a rule fires. Fails with UNPROCESSABLE if it never does, or not any more. */
export function firesOf(rule: Rule, now: number): Fires {
  const fires = soundFires(rule);
  if (fires.next(now) !== undefined) return fires;
  const cause = fires.end === undefined ? 'cronPattern' : 'endTime';
  throw wrong(cause, `leaves no fire time after ${isoOf(now)}`);
}

/** When a rule fires, or did. Fails with UNPROCESSABLE if it never does. */
function soundFires(rule: Rule): Fires {
  const when = whenOf(rule, serverZone());
  if (!when.ok) throw wrong(when.problem.field, when.problem.message);
  return when.fires;
}

const wrong = (field: keyof Rule, message: string): Problem =>
  new Problem('UNPROCESSABLE', `${field} ${message}`, { errors: [{ field, message, code: 'schedule' }] });

/** Columns of a schedule that a user saves. It is theirs from then on: its runs have their rights. */
async function columnsOf(db: Db, who: Principal, body: Schedule, now: number) {
  const workflow = await workflowFor(db, who, body.analysisFlowId, 'EXECUTE');
  // one whose last fire is over can be switched off, and kept
  const fires = body.isActive ? firesOf(body, now) : soundFires(body);
  const { emailonSuccess, emailonFailure } = body;
  requireAddresses({ emailonSuccess, emailonFailure });
  const fields = Object.fromEntries(Object.entries(body).filter(([key]) => !ownKeys.includes(key)));
  return {
    workflowId: workflow.id,
    projectId: workflow.projectId,
    userId: who.id,
    name: body.name,
    description: body.description,
    record: JSON.stringify({ ...fields, ...boundsOf(fires) }),
    nextFireAt: fires.next(now) ?? null,
    isActive: body.isActive ? (1 as const) : (0 as const),
    dateLastUpdated: now,
  };
}

export async function createSchedule(db: Db, who: Principal, body: Schedule, now: number): Promise<Row> {
  const columns = await columnsOf(db, who, body, now);
  return db
    .insertInto('schedules')
    .values({ ...columns, firedAt: null, dateCreated: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Saves a schedule over its version `over`, or over any if none is named. */
export async function updateSchedule(
  db: Db,
  who: Principal,
  id: number,
  body: Schedule,
  now: number,
  over: number | null = null,
): Promise<Row> {
  await scheduleFor(db, who, id, 'EXECUTE');
  const row = await db
    .updateTable('schedules')
    .set({ ...(await columnsOf(db, who, body, now)), version: nextVersion })
    .where('id', '=', id)
    .$if(over !== null, (query) => query.where('version', '=', over ?? 0))
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return row;
  // fails with what is so if it is not there any more
  await scheduleFor(db, who, id, 'EXECUTE');
  throw staleVersion('schedule', id, over);
}

/** Switches a schedule on or off, whatever else changes of it in the meantime; it stays whose it is. */
export async function switchSchedule(db: Db, who: Principal, id: number, isActive: boolean, now: number): Promise<Row> {
  const { version, record } = await scheduleFor(db, who, id, 'EXECUTE');
  const rule = parseSchedule(record);
  const fires = isActive ? firesOf(rule, now) : soundFires(rule);
  const row = await db
    .updateTable('schedules')
    .set({
      isActive: isActive ? 1 : 0,
      nextFireAt: fires.next(now) ?? null,
      dateLastUpdated: now,
      version: nextVersion,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  // its rule has been changed in the meantime
  return row ?? switchSchedule(db, who, id, isActive, now);
}

const nextVersion = sql<number>`version + 1`;

export async function deleteSchedule(db: Db, who: Principal, id: number): Promise<void> {
  await scheduleFor(db, who, id, 'EXECUTE');
  const { numDeletedRows } = await db.deleteFrom('schedules').where('id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) throw missingSchedule(id);
}

/** A schedule that a user may see, and may do that with. */
export async function scheduleFor(db: Db, who: Principal, id: number, right: 'VIEW' | 'EXECUTE'): Promise<Row> {
  const row = await db
    .selectFrom('schedules')
    .selectAll('schedules')
    .where('schedules.id', '=', id)
    .where(visible(who, 'schedules.projectId'))
    .executeTakeFirst();
  if (row === undefined) throw missingSchedule(id);
  if (right !== 'VIEW') await requireRight(db, who, row.projectId, right);
  return row;
}

const missingSchedule = (id: number): Problem => notFound('schedule', id);
