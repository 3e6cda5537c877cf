import type { Selectable } from 'kysely';
import { may, principalOfUser } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { live, statuses } from '../executions/status.ts';
import { runsAreOn, switchedOff } from '../executions/switched-on.ts';
import { recordUnrun } from '../executions/enqueue.ts';
import { requestStop } from '../executions/transitions.ts';
import { Problem } from '../problems.ts';
import { queueRun, runOf, type ExecutionRequest } from '../executions/execute.ts';
import type { ScheduleFireTable, ScheduleTable } from '../store/tables/schedules.ts';
import { storable } from '../store/zero-bytes.ts';
import { dueFires, type Due } from './catch-up.ts';
import { parseSchedule, type Schedule } from './record.ts';
import { whenOf, type When } from './when.ts';

/** What became of a fire. */
export interface FireReport extends Pick<
  Selectable<ScheduleFireTable>,
  'fireAt' | 'outcome' | 'executionId' | 'message'
> {
  readonly scheduleId: number;
  /** Runs that were asked to stop. */
  readonly stopped: readonly number[];
}

type Outcome = Omit<FireReport, 'scheduleId' | 'fireAt'>;

/** A transaction stands in the place of the store. */
export type Firing = Pick<Context, 'db' | 'catalogue' | 'settings' | 'now'>;

const missedText = 'its time had passed when the service could run it';

type Row = Selectable<ScheduleTable>;

/**
 * Fires a schedule that is due, as often as its misfire rule says, and sets its next time: all in the transaction that
 * it is given, so that a process that ends neither loses nor doubles a fire. Of several processes one is the first.
 */
export async function fireSchedule(firing: Firing, id: number, zone: string): Promise<readonly FireReport[]> {
  const { db, now } = firing;
  const at = now();
  const row = await db
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('isActive', '=', 1)
    .where('nextFireAt', '<=', at)
    .executeTakeFirst();
  if (row === undefined || row.nextFireAt === null) return [];
  const schedule = parseSchedule(row.record);
  const when = whenOf(schedule, zone);
  const due: readonly Due[] = when.ok
    ? dueFires(when.fires, row.nextFireAt, at, schedule)
    : [{ fireAt: row.nextFireAt, action: 'fire' }];
  const { numUpdatedRows } = await db
    .updateTable('schedules')
    .set({
      nextFireAt: when.ok ? (when.fires.next(at) ?? null) : null,
      firedAt: due.findLast(({ action }) => action !== 'miss')?.fireAt ?? row.firedAt,
    })
    .where('id', '=', id)
    .where('isActive', '=', 1)
    .where('nextFireAt', '=', row.nextFireAt)
    .where('record', '=', row.record)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return [];
  const fires: FireReport[] = [];
  for (const { fireAt, action } of due) {
    const fire = await db
      .insertInto('scheduleFires')
      .values({ scheduleId: id, fireAt, at, outcome: 'MISSED', executionId: null, message: missedText })
      .onConflict((conflict) => conflict.columns(['scheduleId', 'fireAt']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (fire === undefined) continue;
    if (action === 'miss') {
      fires.push({ scheduleId: id, fireAt, outcome: 'MISSED', executionId: null, message: missedText, stopped: [] });
      continue;
    }
    const { stopped, ...outcome } = await askForRun(firing, row, schedule, when, action);
    await db.updateTable('scheduleFires').set(outcome).where('id', '=', fire.id).execute();
    fires.push({ scheduleId: id, fireAt, ...outcome, stopped });
  }
  return fires;
}

/** Asks for a run as the schedule's owner, or notes why there is none. */
async function askForRun(
  firing: Firing,
  row: Row,
  schedule: Schedule,
  when: When,
  action: 'fire' | 'catch up',
): Promise<Outcome> {
  const request = executionRequestOf(row, schedule);
  if (!when.ok) return unrun(firing, row, request, 'FAILED', `${when.problem.field} ${when.problem.message}`);
  const who = await principalOfUser(firing.db, row.userId);
  if (who === undefined) return unrun(firing, row, request, 'FAILED', 'the account of its owner is inactive');
  if (!may(who, 'workflows.execute'))
    return unrun(firing, row, request, 'FAILED', `${who.username}, its owner, has no permission to execute workflows`);
  if (!(await runsAreOn(firing.db))) return unrun(firing, row, request, 'SKIPPED', switchedOff);
  const { isFree, stopped } = await makeWay(firing, row.id, action === 'fire' ? schedule.overlap : 'ALLOW');
  if (!isFree) return unrun(firing, row, request, 'SKIPPED', 'an earlier run of the schedule has not ended');
  try {
    return { outcome: 'FIRED', executionId: await queueRun(firing, who, request), message: null, stopped };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...(await unrun(firing, row, request, 'FAILED', error.message)), stopped };
  }
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** Unless they may overlap, the runs of a schedule work one after the other. */
const executionRequestOf = ({ id, workflowId }: Row, schedule: Schedule): ExecutionRequest => ({
  workflowId,
  scheduleId: id,
  parameters: schedule.programParameters,
  sparkConfig: schedule.sparkSubmitOptions,
  libJars: schedule.Libjars,
  emailOnSuccess: textOrNull(schedule.emailonSuccess),
  emailOnFailure: textOrNull(schedule.emailonFailure),
  ...(schedule.overlap === 'ALLOW' ? {} : { lane: `schedule ${id}` }),
});

/** A run that is not: it shows in the list of executions all the same. */
async function unrun(
  { db, now }: Firing,
  { workflowId, userId }: Row,
  request: ExecutionRequest,
  outcome: 'SKIPPED' | 'FAILED',
  message: string,
): Promise<Outcome> {
  const workflow = await db.selectFrom('workflows').selectAll().where('id', '=', workflowId).executeTakeFirstOrThrow();
  const end = { status: statuses[outcome], message };
  const executionId = await recordUnrun(db, runOf(workflow, userId, request, now()), end);
  return { outcome, executionId, message: storable(message), stopped: [] };
}

/** Whether a schedule's overlap rule lets a run begin or wait; stops those that it is to take the place of. */
async function makeWay(
  { db, now }: Firing,
  scheduleId: number,
  overlap: Schedule['overlap'],
): Promise<{ isFree: boolean; stopped: readonly number[] }> {
  if (overlap === 'ALLOW') return { isFree: true, stopped: [] };
  const runs = await db
    .selectFrom('executions')
    .select(['id', 'status'])
    .where('scheduleId', '=', scheduleId)
    .where('status', 'in', [...live])
    .execute();
  if (overlap === 'SKIP') return { isFree: runs.length === 0, stopped: [] };
  if (overlap === 'QUEUE_ONE') return { isFree: runs.every(({ status }) => status !== statuses.PENDING), stopped: [] };
  for (const { id } of runs) await requestStop(db, id, now(), 'stopped for the next run of its schedule');
  return { isFree: true, stopped: runs.map(({ id }) => id) };
}
