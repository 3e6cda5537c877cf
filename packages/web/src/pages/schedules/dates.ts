import { dayMs } from '../../ui/days.ts';
import { once } from '../../ui/once.ts';

/** Days as `2026-11-23` and months as `2026-11`: their arithmetic has no time zone. */

const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const dayAfter = (day: string, days: number): string => textOf(Date.parse(day) + days * dayMs);

export const monthOf = (day: string): string => day.slice(0, 7);

/** The month some months after another. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(textOf(Date.UTC(year, number - 1 + months, 1)));
}

/** The same day of another month, or its last. */
export function dayInMonth(day: string, month: string): string {
  const last = dayAfter(`${monthAfter(month, 1)}-01`, -1);
  const same = `${month}-${day.slice(8)}`;
  return same < last ? same : last;
}

/** The weeks of a month from Monday, with the days of its neighbours that they hold. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  // Sunday is 0
  const begins = dayAfter(first, -((new Date(first).getUTCDay() + 6) % 7));
  const weeks: string[][] = [];
  for (let day = begins; monthOf(day) <= month; day = dayAfter(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, i) => dayAfter(day, i)));
  return weeks;
}

const formats = {
  month: once(() => new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', month: 'long', year: 'numeric' })),
  day: once(
    () => new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }),
  ),
  weekday: once(() => new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', weekday: 'long' })),
  shortWeekday: once(() => new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', weekday: 'short' })),
} as const;

/** A day or month in the format of the locale. */
export const formatDate = (date: string, how: keyof typeof formats): string => formats[how]().format(Date.parse(date));

/** The present day in a time zone. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(Date.now());

/** A month of the address; undefined if it is invalid. */
export const monthIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^2\d{3}-(0[1-9]|1[0-2])$/.test(value) ? value : undefined;

/** A day of the address; undefined if it is invalid. */
export const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^2\d{3}-(0[1-9]|1[0-2])-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
