import type { Kysely, Selectable } from 'kysely';
import { maxAhead } from '../timing/clock.ts';
import type { ScheduleTable } from '../store/tables/schedules.ts';
import type { Tables } from '../store/tables.ts';
import { parseSchedule } from './record.ts';
import { whenOf } from './when.ts';

type Row = Selectable<ScheduleTable>;

/**
 * Takes back what a clock that was ahead has left: schedules that it fired or that were saved by it are due at their next
 * right time again, and their fires of times that have not come are forgotten (their runs stay). Returns their ids.
 */
export async function forgetWrongFuture(db: Kysely<Tables>, now: number, zone: string): Promise<readonly number[]> {
  const limit = now + maxAhead;
  const rows = await db
    .selectFrom('schedules')
    .selectAll()
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('dateLastUpdated', '>', limit),
        eb('firedAt', '>', limit),
        eb('id', 'in', selectFrom('scheduleFires').select('scheduleId').where('at', '>', limit)),
      ]),
    )
    .orderBy('id')
    .execute();
  const ids: number[] = [];
  for (const row of rows) if (await mend(db, row, { now, limit, zone })) ids.push(row.id);
  return ids;
}

/** False if the schedule has been changed since it was read. */
const mend = (
  db: Kysely<Tables>,
  row: Row,
  { now, limit, zone }: { readonly now: number; readonly limit: number; readonly zone: string },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { id, version, nextFireAt } = row;
    const when = whenOf(parseSchedule(row.record), zone);
    const right = when.ok ? (when.fires.next(now) ?? null) : null;
    const { at: last } = await tx
      .selectFrom('scheduleFires')
      .select((eb) => eb.fn.max('fireAt').as('at'))
      .where('scheduleId', '=', id)
      .where('fireAt', '<=', limit)
      .where('outcome', '<>', 'MISSED')
      .executeTakeFirstOrThrow();
    const isSooner = right !== null && (nextFireAt === null || right < nextFireAt);
    const { numUpdatedRows } = await tx
      .updateTable('schedules')
      .set({
        nextFireAt: isSooner ? right : nextFireAt,
        firedAt: (row.firedAt ?? 0) > limit ? last : row.firedAt,
        dateLastUpdated: Math.min(row.dateLastUpdated, now),
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('nextFireAt', nextFireAt === null ? 'is' : '=', nextFireAt)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await tx.deleteFrom('scheduleFires').where('scheduleId', '=', id).where('fireAt', '>', limit).execute();
    await tx
      .updateTable('scheduleFires')
      .set({ at: now })
      .where('scheduleId', '=', id)
      .where('at', '>', limit)
      .execute();
    return true;
  });
