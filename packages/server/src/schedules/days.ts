import type { Fires } from './when.ts';

/** A day of a time zone, from its midnight to the next: of 23 or 25 hours where its clocks are changed. */
export interface Day {
  /** Such as `2026-03-29`. */
  readonly day: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** What a schedule fires on one day; times are milliseconds since the epoch. */
export interface FiresOfDay {
  readonly day: string;
  /** How many; null if they are too many to be counted (`maxPerDay`). */
  readonly due: number | null;
  /** The first of them, up to `mostTold`, and the last. */
  readonly times: readonly number[];
  readonly last: number;
}

const [hour, whole] = [3_600_000, 86_400_000];

/** A fire each minute: more are not counted one by one. */
export const maxPerDay = 1_440;

/** Times of a day that are listed one by one. */
export const maxListed = 12;

/** The days of a time zone from one date to another, both included. Fails with RangeError for a zone that is none. */
export function daysOf(timeZone: string, first: string, last: string): readonly Day[] {
  // Swedish writes dates as ISO 8601 does
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const begins = (date: string): number => {
    // clocks are at most 14 hours ahead of UTC, and 12 behind it
    let [before, behind] = [Date.parse(date) - 15 * hour, Date.parse(date) + 13 * hour];
    while (behind - before > 1_000) {
      const middle = Math.floor((before + behind) / 2_000) * 1_000;
      if (format.format(middle) < date) before = middle;
      else behind = middle;
    }
    return behind;
  };
  const days: Day[] = [];
  for (let date = first, from = begins(first); date <= last;) {
    const next = dateAfter(date);
    const to = begins(next);
    days.push({ day: date, from, to });
    [date, from] = [next, to];
  }
  return days;
}

/** The date so many days behind another. */
export const dateAfter = (date: string, days = 1): string =>
  new Date(Date.parse(date) + days * whole).toISOString().slice(0, 10);

/**
 * What a schedule fires on each of some days in a row; days without a fire are left out. `own`: days of the schedule's time
 * zone that hold them.
 */
export function firesOn(days: readonly Day[], fires: Fires, own: readonly Day[]): readonly FiresOfDay[] {
  const all = firesIn(fires, own);
  if (all === undefined)
    return days.flatMap(({ day, from, to }) => {
      const first = fires.next(from - 1);
      return first === undefined || first >= to ? [] : [{ day, due: null, times: [first], last: first }];
    });
  let at = 0;
  return days.flatMap(({ day, from, to }) => {
    while ((all[at] ?? to) < from) at++;
    const first = at;
    while ((all[at] ?? to) < to) at++;
    const last = all[at - 1];
    if (at === first || last === undefined) return [];
    return [{ day, due: at - first, times: all.slice(first, Math.min(at, first + maxListed)), last }];
  });
}

/**
 * All fires of some days of a schedule's own time zone; undefined if they are too many. A pattern says the times of a
 * day apart from its date: they are the same on each day that has any, but where clocks are changed or an end is reached.
 */
function firesIn(fires: Fires, own: readonly Day[]): readonly number[] | undefined {
  const { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY, next } = fires;
  const days: number[] = [];
  let usual: readonly number[] | undefined;
  let first: number | undefined;
  for (const { from, to } of own) {
    if (first === undefined || first < from) first = next(from - 1);
    if (first === undefined) break;
    if (first >= to) continue;
    const isUsual = to - from === whole && start <= from && end >= to;
    const times = isUsual && usual !== undefined ? usual : timesOf(fires, first, from, to);
    if (times === undefined) return undefined;
    if (isUsual) usual = times;
    for (const time of times) days.push(from + time);
  }
  return days;
}

/** The fires of a day, in ms behind its beginning. */
function timesOf({ next }: Fires, first: number, from: number, to: number): readonly number[] | undefined {
  const times: number[] = [];
  for (let at: number | undefined = first; at !== undefined && at < to; at = next(at)) {
    if (times.length === maxPerDay) return undefined;
    times.push(at - from);
  }
  return times;
}
