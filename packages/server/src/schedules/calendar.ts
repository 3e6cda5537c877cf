import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { listed } from '../access/projects.ts';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../http/problems.ts';
import { Id, Nullable } from '../http/types.ts';
import { dateAfter, daysOf, firesOn, type Day, type FiresOfDay } from './days.ts';
import { parseSchedule } from './record.ts';
import { serverZone } from './scheduler.ts';
import { statuses } from '../executions/status.ts';
import { whenOf, type Fires } from './when.ts';
import type { Resource } from '../http/resource.ts';
import { isoOf } from './records.ts';

/** Most days of a calendar: a month with the weeks that it shares with others. */
const mostDays = 42;
const mostSchedules = 1_000;

/** States of runs that did not do what was asked. */
const failures = [statuses.FAILED, statuses.TIMEOUT];

const CalendarDate = Type.String({ pattern: '^2\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });

/** From which day to which, both included, in which time zone; the server's where none is named. */
export const spanFields = {
  from: CalendarDate,
  to: CalendarDate,
  timeZone: Type.String({ default: '', maxLength: 100 }),
};

interface Span {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export const FiresOfDayRecord = Type.Object({
  day: Type.String(),
  due: Nullable(Type.Integer({ description: 'How many fires are to come; null for more than one a minute' })),
  times: Type.Array(Type.String(), { description: 'The first of them, at most 12' }),
  last: Nullable(Type.String()),
});

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
    description: 'How many of the runs that fires began have failed or timed out',
  }),
});

/** The days of a span. Fails with UNPROCESSABLE for one that is none. */
export function daysIn({ from, to, timeZone }: Span): readonly Day[] {
  const refuse = (why: string): Problem => new Problem('UNPROCESSABLE', why);
  for (const date of [from, to])
    if (!new Date(`${date}T00:00Z`).toJSON()?.startsWith(date)) throw refuse(`there is no day ${date}`);
  if (to < from) throw refuse('to lies before from');
  if (dateAfter(from, mostDays) <= to) throw refuse(`a calendar has at most ${mostDays} days`);
  try {
    return daysOf(timeZone.trim() || serverZone(), from, to);
  } catch {
    throw refuse(`timeZone "${timeZone}" is no time zone such as Europe/Berlin`);
  }
}

/** What is to come of a schedule on some days, from a moment on; `ownDays` gives the days of its time zone about a span. */
export function comingOn(
  days: readonly Day[],
  fires: Fires,
  now: number,
  ownDays: (timeZone: string) => readonly Day[],
): readonly FiresOfDay[] {
  const coming = days.filter(({ to }) => to > now).map((day) => ({ ...day, from: Math.max(day.from, now + 1) }));
  return coming.length === 0 ? [] : firesOn(coming, fires, ownDays(fires.timeZone));
}

/** The days of time zones that hold a span, each zone looked at once: clocks may be 26 hours apart. */
export function ownDaysAbout(days: readonly Day[]): (timeZone: string) => readonly Day[] {
  const known = new Map<string, readonly Day[]>();
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
  return (timeZone) => {
    const found = known.get(timeZone) ?? daysOf(timeZone, dateAfter(first, -2), dateAfter(last, 2));
    known.set(timeZone, found);
    return found;
  };
}

export const firesOfDayRecord = ({ times, last, ...same }: FiresOfDay) => ({
  ...same,
  times: times.map(isoOf),
  last: isoOf(last),
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
          description: `The days of a time zone on which schedules have fired or are to fire, at most ${mostDays}; of the newest ${mostSchedules} schedules.`,
          querystring: Type.Object(spanFields),
          response: { 200: Type.Array(CalendarEntry) },
        },
      },
      async (request) => {
        const days = daysIn(request.query);
        const [first, last] = [days[0]?.from ?? 0, days.at(-1)?.to ?? 0];
        const rows = await db
          .selectFrom('schedules')
          .select(['id', 'record', 'isActive'])
          .where(await listed(db, whoIs(request), 'schedules.projectId'))
          .orderBy('id', 'desc')
          .limit(mostSchedules)
          .execute();
        const ids = rows.map(({ id }) => id);
        const dayOf = sql<number>`case ${sql.join(
          days.map(({ to }, i) => sql`when fire_at < ${sql.lit(to)} then ${sql.lit(i)}`),
          sql` `,
        )} end`;
        const records =
          ids.length === 0
            ? []
            : await db
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
        const past = Map.groupBy(records, ({ scheduleId }) => scheduleId);
        const ownDays = ownDaysAbout(days);
        const at = now();
        const entries: Static<typeof CalendarEntry>[] = [];
        for (const { id: scheduleId, record, isActive } of rows) {
          const when = isActive === 1 ? whenOf(parseSchedule(record), serverZone()) : undefined;
          const coming = when?.ok === true ? comingOn(days, when.fires, at, ownDays) : [];
          const comingByDay = new Map(coming.map((one) => [one.day, firesOfDayRecord(one)]));
          const gone = past.get(scheduleId) ?? [];
          for (const [i, { day }] of days.entries()) {
            const counts = gone.filter(({ dayAt }) => Number(dayAt) === i);
            const due = comingByDay.get(day);
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
          // a pattern takes its time: others are served between two
          await setImmediate();
        }
        return entries;
      },
    );
  };
