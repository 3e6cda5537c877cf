import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { calendarQuery, schedulesQuery, workflowsQuery, type CalendarEntry } from '../../api/queries-of-schedules.ts';
import type { Schedule } from '../../api/queries.ts';
import { calendarTexts } from '../../texts/calendar.ts';
import { scheduleTexts } from '../../texts/schedule.ts';
import { count } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { dayInMonth, monthOf, formatDate as saidDate, todayIn, weeksOf } from './dates.ts';
import { dueWords, FireTimes, shortDue } from './fire-times.tsx';
import { Month, MonthHead } from './month.tsx';
import { ownZone } from './zones.ts';
import classes from './calendar.module.css';

const texts = calendarTexts;
const maxLines = 3;

/** A schedule on one day. */
interface Line {
  readonly entry: CalendarEntry;
  readonly name: string;
  /** Its time zone. */
  readonly zone: string;
}

/** All schedules by the days of their past, missed and future fires. */
export function Calendar() {
  const search = useSearch({ from: '/schedules/calendar' });
  const navigate = useNavigate({ from: '/schedules/calendar' });
  const today = todayIn(ownZone());
  const month = search.month ?? monthOf(search.day ?? today);
  const day = search.day !== undefined && monthOf(search.day) === month ? search.day : dayInMonth(today, month);
  const weeks = weeksOf(month);
  const [first = '', last = ''] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const entries = useQuery({ ...calendarQuery(first, last, ownZone()), placeholderData: keepPreviousData });
  const schedules = useQuery(schedulesQuery);
  const { data: workflows = [] } = useQuery(workflowsQuery);
  const nameOf = ({ id, name, analysisFlowId }: Schedule): string =>
    name || (workflows.find((one) => one.id === analysisFlowId)?.name ?? String(id));
  const go = (to: string): void =>
    void navigate({ to: '.', search: { month: monthOf(to), day: to }, replace: true, resetScroll: false });
  return (
    <Page title={texts.title} aside={<Link to="/schedules">{texts.list}</Link>}>
      <Loaded query={schedules}>
        {(allSchedules) => {
          const byId = new Map(allSchedules.map((schedule) => [schedule.id, schedule]));
          const linesBy = linesByDay(entries.data ?? [], byId, nameOf);
          const linesOf = (date: string): readonly Line[] => linesBy.get(date) ?? [];
          if (allSchedules.length === 0) return <Empty title={scheduleTexts.none}>{scheduleTexts.noneHint}</Empty>;
          return (
            <div className={classes.calendar}>
              <Grid month={month} day={day} error={entries.error} linesOf={linesOf} onDay={go} />
              <section className={classes.day} aria-label={saidDate(day, 'day')}>
                <h2>{saidDate(day, 'day')}</h2>
                <DayLines lines={linesOf(day)} />
              </section>
              <Agenda dates={weeks.flat().filter((date) => monthOf(date) === month)} linesOf={linesOf} />
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface GridProps extends Pick<AgendaProps, 'linesOf'> {
  readonly month: string;
  readonly day: string;
  /** The reason why the days could not be loaded. */
  readonly error: Error | null;
  readonly onDay: (day: string) => void;
}

/** The month with the schedules of each day. */
const Grid = ({ month, day, error, linesOf, onDay }: GridProps) => (
  <div className={classes.grid}>
    <MonthHead month={month} onMonth={(to) => onDay(dayInMonth(day, to))} />
    <p className={classes.zone}>{texts.zone(ownZone())}</p>
    {error === null ? null : (
      <p role="alert" className={classes.fault}>
        {error.message}
      </p>
    )}
    <div className={classes.wide}>
      <Month
        month={month}
        day={day}
        onDay={onDay}
        wordsOf={(date) => wordsOf(linesOf(date))}
        show={(date) => <Lines lines={linesOf(date)} />}
      />
    </div>
    <ul className={classes.signs} aria-hidden>
      {texts.signs.map(([sign, word]) => (
        <li key={sign}>
          {sign} {word}
        </li>
      ))}
    </ul>
  </div>
);

interface AgendaProps {
  readonly dates: readonly string[];
  readonly linesOf: (date: string) => readonly Line[];
}

/** The days with fires as a list: future ones first. */
function Agenda({ dates, linesOf }: AgendaProps) {
  const today = todayIn(ownZone());
  const busyDates = dates.filter((date) => linesOf(date).length > 0);
  const [coming, past] = [busyDates.filter((date) => date >= today), busyDates.filter((date) => date < today)];
  const list = (some: readonly string[], label: string): ReactNode => (
    <ol aria-label={label}>
      {some.map((date) => (
        <li key={date}>
          <h3 aria-current={date === today ? 'date' : undefined}>{saidDate(date, 'day')}</h3>
          <DayLines lines={linesOf(date)} />
        </li>
      ))}
    </ol>
  );
  return (
    <div className={classes.agenda}>
      {busyDates.length === 0 ? <p className="soft">{texts.emptyMonth}</p> : null}
      {coming.length === 0 ? null : list(coming, texts.coming)}
      {past.length === 0 ? null : (
        <>
          {coming.length === 0 ? null : <h2>{texts.past}</h2>}
          {list(past, texts.past)}
        </>
      )}
    </div>
  );
}

/** The fires of each day, in the order of the first one; past ones come first. */
function linesByDay(
  entries: readonly CalendarEntry[],
  byId: ReadonlyMap<number, Schedule>,
  nameOf: (schedule: Schedule) => string,
): ReadonlyMap<string, readonly Line[]> {
  const lines = entries.flatMap((entry): Line[] => {
    const schedule = byId.get(entry.scheduleId);
    return schedule === undefined ? [] : [{ entry, name: nameOf(schedule), zone: schedule.timeZone }];
  });
  const sorted = lines.toSorted(
    (a, b) => (a.entry.times[0] ?? '').localeCompare(b.entry.times[0] ?? '') || a.name.localeCompare(b.name),
  );
  return Map.groupBy(sorted, ({ entry }) => entry.day);
}

/** The text before a line's name: of future or past fires. */
function shortOf(entry: CalendarEntry): string {
  const { due, fired, skipped, missed, failed } = entry;
  const past = fired + skipped + missed + failed;
  return due === 0 && past > 1 ? texts.times(count(past)) : shortDue(entry);
}

/** The outcome of a day's fires, as a sign and its tone: the worst one. */
function signOf(entry: CalendarEntry): readonly [sign: string, tone: string] {
  const { due, fired, skipped, missed, failed, runsFailed } = entry;
  if (failed + runsFailed > 0) return ['✕', 'bad'];
  if (missed > 0) return ['○', 'signal'];
  if (skipped > 0) return ['↷', 'signal'];
  if (due === 0 && fired > 0) return ['▷', 'soft'];
  return ['', ''];
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  const visibleLines = lines.length > maxLines ? lines.slice(0, maxLines - 1) : lines;
  return (
    <>
      {visibleLines.map(({ entry, name }) => {
        const [sign, tone] = signOf(entry);
        return (
          <span key={entry.scheduleId} className={classes.line} data-past={entry.due === 0 || undefined}>
            {sign === '' ? null : <span data-tone={tone}>{sign}</span>}
            <span className={classes.short}>{shortOf(entry)}</span>
            <span className={classes.name}>{name}</span>
          </span>
        );
      })}
      {lines.length > visibleLines.length ? (
        <span className={classes.more}>{texts.more(count(lines.length - visibleLines.length))}</span>
      ) : null}
    </>
  );
}

/** A day in one sentence. */
function wordsOf(lines: readonly Line[]): string | undefined {
  if (lines.length === 0) return undefined;
  const summaries = lines.slice(0, 5).map(({ entry, name }) => `${name}, ${outcomesOf(entry).join(', ')}`);
  return [...summaries, ...(lines.length > 5 ? [texts.more(count(lines.length - 5))] : [])].join('; ');
}

function outcomesOf(entry: CalendarEntry): readonly string[] {
  const parts = (['fired', 'runsFailed', 'skipped', 'missed', 'failed'] as const)
    .filter((outcome) => entry[outcome] > 0)
    .map((outcome) => texts[outcome](count(entry[outcome])));
  return entry.due === 0 ? parts : [...parts, dueWords(entry)];
}

function DayLines({ lines }: { readonly lines: readonly Line[] }) {
  if (lines.length === 0) return <p className="soft">{texts.nothingToday}</p>;
  return (
    <ul className={classes.lines}>
      {lines.map(({ entry, name, zone }) => {
        const [sign, tone] = signOf(entry);
        return (
          <li key={entry.scheduleId}>
            <span className={classes.title}>
              {sign === '' ? null : (
                <span aria-hidden data-tone={tone}>
                  {sign}
                </span>
              )}
              <Link to="/schedules/$id" params={{ id: String(entry.scheduleId) }}>
                {name}
              </Link>
              <Link to="/schedules/$id/fires" params={{ id: String(entry.scheduleId) }} className="soft">
                {texts.history}
                <span className={classes.hidden}> {name}</span>
              </Link>
            </span>
            <span>{outcomesOf(entry).join(' · ')}</span>
            <FireTimes fires={entry} zone={zone} />
            {entry.due === 0 && zone !== ownZone() ? <span className="soft">{texts.inZone(zone)}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
