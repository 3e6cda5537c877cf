import { Cron, CronDate } from 'croner';
import { patternsOf } from './patterns.ts';

/** What of a schedule says when it fires. Texts may be empty; numbers that do not matter are not looked at. */
export interface Rule {
  /** MINUTE, HOURLY, DAILY, WEEKLY, MONTHLY or CRON. */
  readonly fireEvery: string;
  /** A Quartz pattern, which wins if there is one. */
  readonly cronPattern: string;
  readonly day: string;
  readonly dayOfTheMonth: number;
  readonly hour: number;
  readonly minute: number;
  /** First and last moment of a fire, ISO 8601; without an offset it is in the time zone. */
  readonly startTime: string;
  readonly endTime: string;
  /** IANA name; empty for the server's. */
  readonly timeZone: string;
}

/** What is wrong with a rule. The message follows the field's name. */
export interface RuleProblem {
  readonly field: keyof Rule;
  readonly message: string;
}

/** The moments at which a schedule fires; times are milliseconds since the epoch. */
export interface Fires {
  readonly timeZone: string;
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** The first fire behind a moment. */
  next(after: number): number | undefined;
}

export type When = { readonly ok: true; readonly fires: Fires } | { readonly ok: false; readonly problem: RuleProblem };

const wrong = (field: keyof Rule, message: string): When => ({ ok: false, problem: { field, message } });

/**
 * When a rule fires, or why it never can. Clock changes: a local time that is left out fires at the next valid moment,
 * one that comes twice fires once; a pattern with `*` or a step in its seconds, minutes or hours goes on through both
 * (Vixie cron's rule, as croner's `no-wildcard` has it).
 */
export function whenOf(rule: Rule, serverZone: string): When {
  const timeZone = rule.timeZone.trim() || serverZone;
  if (!isZone(timeZone)) return wrong('timeZone', `"${timeZone}" must be a time zone such as Europe/Berlin`);
  const start = momentOf(rule.startTime, timeZone);
  const end = momentOf(rule.endTime, timeZone);
  if (start === null) return wrong('startTime', `"${rule.startTime}" must be an ISO 8601 date-time`);
  if (end === null) return wrong('endTime', `"${rule.endTime}" must be an ISO 8601 date-time`);
  const read = patternsOf(rule);
  if (!read.ok) return read;
  const pattern = rule.cronPattern.trim() === '' ? 'fireEvery' : 'cronPattern';
  const crons = cronsOf(read.patterns, timeZone);
  if (typeof crons === 'string') return wrong(pattern, crons);
  const fires: Fires = { timeZone, start, end, next: (after) => nextOf(crons, after, start, end) };
  if (fires.next(0) !== undefined) return { ok: true, fires };
  if (nextOf(crons, 0) === undefined) return wrong(pattern, 'never fires: the date does not exist');
  return wrong(end === undefined ? 'startTime' : 'endTime', 'leaves no fire time');
}

/** The next fires behind a moment, at most `count`. */
export function upcoming(fires: Fires, after: number, count = 10): readonly number[] {
  const values: number[] = [];
  for (let at = fires.next(after); at !== undefined && values.length < count; at = fires.next(at)) values.push(at);
  return values;
}

/** Weekdays as Quartz counts them (1 is Sunday), `5/15` as it writes steps. croner searches up to the year 9999. */
function cronsOf(patterns: readonly string[], timezone: string): readonly Cron[] | string {
  const options = {
    timezone,
    mode: '6-or-7-parts',
    alternativeWeekdays: true,
    sloppyRanges: true,
    fixedTimeRule: 'no-wildcard',
  } as const;
  try {
    return patterns.map((pattern) => new Cron(pattern, options));
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
  }
}

function nextOf(
  crons: readonly Cron[],
  after: number,
  start = Number.NEGATIVE_INFINITY,
  end = Number.POSITIVE_INFINITY,
): number | undefined {
  const from = new Date(Math.max(after, start - 1));
  const nexts = crons.flatMap((cron) => cron.nextRun(from)?.getTime() ?? []);
  const first = Math.min(...nexts);
  return nexts.length === 0 || first > end ? undefined : first;
}

function isZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).format(0) !== '';
  } catch {
    return false;
  }
}

const isDate = (date: string): boolean =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);

const moment = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?\s*(?:(Z)|([+-])(\d\d):?(\d\d))?$/i;

/** The moment of a text, to the second; undefined for an empty one, null for one that is none. */
function momentOf(text: string, timeZone: string): number | undefined | null {
  const expression = text.trim();
  if (expression === '') return undefined;
  if (/^\d{11,15}$/.test(expression)) return Number(expression);
  const [, date, time = '00:00', z, sign, hours = '0', minutes = '0'] = moment.exec(expression) ?? [];
  if (date === undefined || !isDate(date)) return null;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const local = z === undefined && sign === undefined;
  try {
    return new CronDate(`${date}T${time}`, local ? timeZone : 'UTC').getDate().getTime() - offset;
  } catch {
    return null;
  }
}
