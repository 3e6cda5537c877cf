import { calendarTexts } from '../../texts/calendar.ts';
import { count } from '../../ui/format.ts';
import { clockIn, ownZone } from './zones.ts';
import classes from './fire-times.module.css';

const texts = calendarTexts;

/** The future fires of a day, from the service. */
export interface FiresOfDay {
  /** Number of fires; null for too many to count. */
  readonly due: number | null;
  /** The first of them. */
  readonly times: readonly string[];
  readonly last: string | null;
}

/** The time of the only fire, or their number; empty for none. */
export function shortDue({ due, times }: FiresOfDay): string {
  if (due === null) return texts.many;
  if (due === 1) return clockIn(ownZone())(Date.parse(times[0] ?? ''));
  return due === 0 ? '' : texts.times(count(due));
}

/** The number of future fires, in words. */
export const dueWords = ({ due }: Pick<FiresOfDay, 'due'>): string =>
  due === null ? texts.dueMany : texts.due(count(due), due);

interface FireTimesProps {
  readonly fires: FiresOfDay;
  /** The time zone of the schedule. */
  readonly zone: string;
}

/** The times of a day's future fires, in the reader's zone and in the schedule's. */
export function FireTimes({ fires: { due, times, last }, zone }: FireTimesProps) {
  if (due === 0 || times.length === 0) return null;
  const moments = times.map((time) => Date.parse(time));
  const say = (clock: (at: number) => string): string => {
    if (due === times.length) return moments.map(clock).join(', ');
    const first = clock(moments[0] ?? 0);
    return last === null || due === null ? texts.from(first) : texts.span(first, clock(Date.parse(last)));
  };
  const [own, there] = [say(clockIn(ownZone())), say(clockIn(zone))];
  return (
    <span className={classes.times}>
      {own}
      {zone === ownZone() ? null : (
        <span className="soft"> {own === there ? texts.inZone(zone) : texts.there(there, zone)}</span>
      )}
    </span>
  );
}
