import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { filterByProject } from '../access/projects.ts';
import { statuses } from '../executions/status.ts';
import { whoIs } from '../http/authenticate.ts';
import type { Resource } from '../http/resource.ts';
import { Id } from '../http/types.ts';
import type { Db } from '../store/database.ts';
import { comingOn, daysIn, firesOfDayRecord, FiresOfDayRecord, maxDays, ownDaysAbout, spanFields } from './calendar.ts';
import type { Day } from './days.ts';
import { parseSchedule } from './record.ts';
import { serverZone } from './scheduler.ts';
import { whenOf } from './when.ts';

const maxSchedules = 1_000;

/** States of runs that did not do what was asked. */
const failures = [statuses.FAILED, statuses.TIMEOUT];

const Count = Type.Integer({ minimum: 0 });
const CalendarEntry = Type.Object({
  scheduleId: Id,
  ...FiresOfDayRecord.properties,
  fired: Count,
  skipped: Count,
  missed: Count,
  failed: Count,
  runsFailed: Type.Integer({
    minimum: 0,
    description: 'Number of runs started by fires that failed or timed out',
  }),
});

/** What has become of the fires of schedules, and what is to come, day by day. */
export const calendar: Resource =
  ({ db, now }) =>
  async (app) => {
    app.get(
      '/api/v1/workflow-schedules/calendar',
      {
        config: { access: 'workflows.view' },
        schema: {
          tags: ['Schedules'],
          description: `The days, in a time zone, on which schedules fired or will fire; at most ${maxDays} days, of the newest ${maxSchedules} schedules.`,
          querystring: Type.Object(spanFields),
          response: { 200: Type.Array(CalendarEntry) },
        },
      },
      async (request) => {
        const days = daysIn(request.query);
        const rows = await db
          .selectFrom('schedules')
          .select(['id', 'record', 'isActive'])
          .where(await filterByProject(db, whoIs(request), 'schedules.projectId'))
          .orderBy('id', 'desc')
          .limit(maxSchedules)
          .execute();
        const records = await pastFires(
          db,
          rows.map(({ id }) => id),
          days,
        );
        const past = Map.groupBy(records, ({ scheduleId }) => scheduleId);
        const ownDays = ownDaysAbout(days);
        const at = now();
        const entries: Static<typeof CalendarEntry>[] = [];
        for (const { id: scheduleId, record, isActive } of rows) {
          const when = isActive === 1 ? whenOf(parseSchedule(record), serverZone()) : undefined;
          const coming = when?.ok === true ? comingOn(days, when.fires, at, ownDays) : [];
          const comingByDay = new Map(coming.map((one) => [one.day, firesOfDayRecord(one)]));
          entries.push(...entriesOf(scheduleId, days, comingByDay, past.get(scheduleId) ?? []));
          // a pattern takes its time: others are served between two
          await setImmediate();
        }
        return entries;
      },
    );
  };

/** How often schedules fired on each of some days, by outcome, and how many of those runs failed. */
async function pastFires(db: Db, ids: readonly number[], days: readonly Day[]) {
  if (ids.length === 0) return [];
  const [first, last] = [days[0]?.from ?? 0, days.at(-1)?.to ?? 0];
  const dayOf = sql<number>`case ${sql.join(
    days.map(({ to }, i) => sql`when fire_at < ${sql.lit(to)} then ${sql.lit(i)}`),
    sql` `,
  )} end`;
  return db
    .selectFrom('scheduleFires')
    .leftJoin('executions', (join) =>
      join.onRef('executions.id', '=', 'scheduleFires.executionId').on('executions.status', 'in', failures),
    )
    .select(['scheduleFires.scheduleId', 'outcome', dayOf.as('dayAt')])
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.count<number>('executions.id').as('bad')])
    .where('scheduleFires.scheduleId', 'in', ids)
    .where('fireAt', '>=', first)
    .where('fireAt', '<', last)
    .groupBy(['scheduleFires.scheduleId', 'outcome', dayOf])
    .execute();
}

type PastFires = Awaited<ReturnType<typeof pastFires>>;

/** The days on which a schedule has fired or is to fire. */
function entriesOf(
  scheduleId: number,
  days: readonly Day[],
  coming: ReadonlyMap<string, ReturnType<typeof firesOfDayRecord>>,
  past: PastFires,
): readonly Static<typeof CalendarEntry>[] {
  const entries: Static<typeof CalendarEntry>[] = [];
  for (const [i, { day }] of days.entries()) {
    const counts = past.filter(({ dayAt }) => Number(dayAt) === i);
    const due = coming.get(day);
    if (due === undefined && counts.length === 0) continue;
    const of = (outcome: string) => counts.find((one) => one.outcome === outcome);
    const count = (outcome: string): number => Number(of(outcome)?.n ?? 0);
    entries.push({
      scheduleId,
      ...(due ?? { day, due: 0, times: [], last: null }),
      fired: count('FIRED'),
      skipped: count('SKIPPED'),
      missed: count('MISSED'),
      failed: count('FAILED'),
      runsFailed: Number(of('FIRED')?.bad ?? 0),
    });
  }
  return entries;
}
