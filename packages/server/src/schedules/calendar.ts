import { Type } from 'typebox';
import { Problem } from '../problems.ts';
import { Nullable } from '../http/types.ts';
import { dateAfter, daysOf, firesOn, type Day, type FiresOfDay } from './days.ts';
import { serverZone } from './scheduler.ts';
import type { Fires } from './when.ts';
import { isoOf } from './records.ts';

/** Most days of a calendar: a month with the weeks that it shares with others. */
export const maxDays = 42;

const CalendarDate = Type.String({ pattern: '^2\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });

/** From which day to which, both included, in which time zone; the server's if none is named. */
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
  due: Nullable(Type.Integer({ description: 'Number of coming fires; null for more than one per minute' })),
  times: Type.Array(Type.String(), { description: 'The times of the first ones, at most 12' }),
  last: Nullable(Type.String()),
});

/** The days of a span. Fails with UNPROCESSABLE for one that is none. */
export function daysIn({ from, to, timeZone }: Span): readonly Day[] {
  const refuse = (why: string): Problem => new Problem('UNPROCESSABLE', why);
  for (const date of [from, to])
    if (!new Date(`${date}T00:00Z`).toJSON()?.startsWith(date)) throw refuse(`date ${date} does not exist`);
  if (to < from) throw refuse('parameter "to" must not be before parameter "from"');
  if (dateAfter(from, maxDays) <= to) throw refuse(`a calendar can have at most ${maxDays} days`);
  try {
    return daysOf(timeZone.trim() || serverZone(), from, to);
  } catch {
    throw refuse(`unknown time zone "${timeZone}": enter a time zone such as Europe/Berlin`);
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
  const cache = new Map<string, readonly Day[]>();
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
  return (timeZone) => {
    const changes = cache.get(timeZone) ?? daysOf(timeZone, dateAfter(first, -2), dateAfter(last, 2));
    cache.set(timeZone, changes);
    return changes;
  };
}

export const firesOfDayRecord = ({ times, last, ...same }: FiresOfDay) => ({
  ...same,
  times: times.map(isoOf),
  last: isoOf(last),
});
