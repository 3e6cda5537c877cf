import { dayIn, monthIn } from './dates.ts';

/** What the address keeps of the calendar: its month, and the day that is looked at. */
export interface CalendarSearch {
  readonly month?: string;
  readonly day?: string;
}

export function calendarSearch({ month, day }: Record<string, unknown>): CalendarSearch {
  const [inMonth, onDay] = [monthIn(month), dayIn(day)];
  return {
    ...(inMonth === undefined ? {} : { month: inMonth }),
    ...(onDay === undefined ? {} : { day: onDay }),
  };
}
