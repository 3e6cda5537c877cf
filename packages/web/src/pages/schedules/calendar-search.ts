import { dayIn, monthIn } from './dates.ts';

/** The search parameters of the calendar: its month and the selected day. */
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
