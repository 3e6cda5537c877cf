import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nextFiresQuery, type Rule } from '../../api/queries-of-schedules.ts';
import { calendarTexts } from '../../texts/calendar.ts';
import { dayInMonth, monthOf, formatDate as saidDate, todayIn, weeksOf } from './dates.ts';
import { dueWords, FireTimes, shortDue } from './fire-times.tsx';
import { Month, MonthHead } from './month.tsx';
import { ownZone } from './zones.ts';
import classes from './rule-month.module.css';

const texts = calendarTexts;

/** The days on which a rule fires, one month at a time, also before it is saved. */
export function RuleMonth({ rule, zone }: { readonly rule: Rule; readonly zone: string }) {
  const [day, setDay] = useState(() => todayIn(ownZone()));
  const month = monthOf(day);
  const weeks = weeksOf(month);
  const span = { from: weeks[0]?.[0] ?? '', to: weeks.at(-1)?.at(-1) ?? '', timeZone: ownZone() };
  const { data } = useQuery({ ...nextFiresQuery(rule, span), placeholderData: keepPreviousData });
  const byDay = new Map(data?.days.map((one) => [one.day, one]));
  const fires = byDay.get(day);
  return (
    <section className={classes.month} aria-label={texts.ofRule}>
      <MonthHead month={month} onMonth={(to) => setDay(dayInMonth(day, to))} />
      <Month
        month={month}
        day={day}
        onDay={setDay}
        isSmall
        wordsOf={(date) => {
          const one = byDay.get(date);
          return one === undefined ? undefined : dueWords(one);
        }}
        show={(date) => {
          const one = byDay.get(date);
          return one === undefined ? null : <span className={classes.due}>{shortDue(one)}</span>;
        }}
      />
      <p>
        <strong>{saidDate(day, 'day')}</strong>{' '}
        {fires === undefined ? (
          <span className="soft">{texts.nothingToday}</span>
        ) : (
          <>
            {dueWords(fires)} <FireTimes fires={fires} zone={zone} />
          </>
        )}
      </p>
    </section>
  );
}
