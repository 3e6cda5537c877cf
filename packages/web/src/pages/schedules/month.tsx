import { Button } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { calendarTexts } from '../../texts/calendar.ts';
import { dayAfter, dayInMonth, monthAfter, monthOf, formatDate as saidDate, todayIn, weeksOf } from './dates.ts';
import { ownZone } from './zones.ts';
import classes from './month.module.css';

const texts = calendarTexts;

export interface MonthProps {
  readonly month: string;
  readonly day: string;
  /** Selects a day, of another month too. */
  readonly onDay: (day: string) => void;
  /** The content of a day in words; undefined if it is empty. */
  readonly wordsOf: (day: string) => string | undefined;
  /** The same as an element. */
  readonly show: (day: string) => ReactNode;
  /** Only counts, for narrow cells. */
  readonly isSmall?: boolean;
}

const steps: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => dayAfter(day, -1),
  ArrowRight: (day) => dayAfter(day, 1),
  ArrowUp: (day) => dayAfter(day, -7),
  ArrowDown: (day) => dayAfter(day, 7),
  PageUp: (day) => dayInMonth(day, monthAfter(monthOf(day), -1)),
  PageDown: (day) => dayInMonth(day, monthAfter(monthOf(day), 1)),
  Home: (day) => `${monthOf(day)}-01`,
  End: (day) => dayInMonth(`${monthOf(day)}-31`, monthOf(day)),
};

/** A month as a grid of its weeks, a single tab stop; arrow keys move from day to day. */
export function Month({ month, day, onDay, wordsOf, show, isSmall = false }: MonthProps) {
  const grid = useRef<HTMLTableElement>(null);
  const isWalked = useRef(false);
  const today = todayIn(ownZone());
  // the day that gets the focus may have loaded with its month
  useEffect(() => {
    if (!isWalked.current) return;
    isWalked.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day, month]);
  const walk = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    isWalked.current = true;
    onDay(step(day));
  };
  const weeks = weeksOf(month);
  return (
    <table
      ref={grid}
      role="grid"
      className={classes.month}
      data-small={isSmall || undefined}
      aria-label={saidDate(month, 'month')}
      onKeyDown={walk}
    >
      <thead>
        <tr>
          {weeks[0]?.map((date) => (
            <th key={date} scope="col" abbr={saidDate(date, 'weekday')}>
              {saidDate(date, 'shortWeekday')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <Day key={date} {...{ date, today, month, day, onDay, wordsOf, show }} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps extends Omit<MonthProps, 'isSmall'> {
  readonly date: string;
  readonly today: string;
}

/** A day of the month; `day` is the selected one. */
const Day = ({ date, today, month, day, onDay, wordsOf, show }: DayProps) => (
  <td role="gridcell" aria-selected={date === day} data-out={monthOf(date) !== month || undefined}>
    <button
      type="button"
      data-day={date}
      tabIndex={date === day ? 0 : -1}
      aria-current={date === today ? 'date' : undefined}
      aria-label={`${saidDate(date, 'day')}: ${wordsOf(date) ?? texts.nothing}`}
      onClick={() => onDay(date)}
    >
      {Number(date.slice(8))}
    </button>
    <div className={classes.held} aria-hidden>
      {show(date)}
    </div>
  </td>
);

interface MonthHeadProps {
  readonly month: string;
  readonly onMonth: (month: string) => void;
}

/** The name of a month, with buttons to the previous and the next. */
export const MonthHead = ({ month, onMonth }: MonthHeadProps) => (
  <div className={classes.head}>
    <h2 aria-live="polite">{saidDate(month, 'month')}</h2>
    <Button
      size="compact-sm"
      variant="default"
      aria-label={texts.before}
      onClick={() => onMonth(monthAfter(month, -1))}
    >
      ‹
    </Button>
    <Button size="compact-sm" variant="default" onClick={() => onMonth(monthOf(todayIn(ownZone())))}>
      {texts.today}
    </Button>
    <Button size="compact-sm" variant="default" aria-label={texts.after} onClick={() => onMonth(monthAfter(month, 1))}>
      ›
    </Button>
  </div>
);
