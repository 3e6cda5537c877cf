import { fromQuartz, type Translation } from './quartz.ts';
import type { Rule, RuleProblem } from './when.ts';

const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** Frequencies by the words that clients and people write. */
const frequencies = {
  MINUTE: 'MINUTE',
  MINUTES: 'MINUTE',
  MINUTELY: 'MINUTE',
  HOUR: 'HOURLY',
  HOURLY: 'HOURLY',
  DAY: 'DAILY',
  DAILY: 'DAILY',
  WEEK: 'WEEKLY',
  WEEKLY: 'WEEKLY',
  MONTH: 'MONTHLY',
  MONTHLY: 'MONTHLY',
  CRON: 'CRON',
} as const;

type Frequency = (typeof frequencies)[keyof typeof frequencies];

/** Patterns of croner that together are a rule, or what is wrong with it. */
export type Patterns =
  | { readonly ok: true; readonly patterns: readonly string[] }
  | { readonly ok: false; readonly problem: RuleProblem };

const wrong = (field: keyof Rule, message: string): Patterns => ({ ok: false, problem: { field, message } });
const right = (...patterns: readonly string[]): Patterns => ({ ok: true, patterns });

/** A pattern of cron wins wherever there is one. */
export function patternsOf(rule: Rule): Patterns {
  if (rule.cronPattern.trim() !== '') return fromCron(rule.cronPattern, fromQuartz(rule.cronPattern));
  const word = rule.fireEvery
    .trim()
    .toUpperCase()
    .replace(/^EVERY\s+/, '')
    .replace(/\s+EXPRESSION$/, '');
  const frequency = (frequencies as Readonly<Record<string, Frequency>>)[word];
  if (frequency === undefined)
    return wrong(
      'fireEvery',
      `"${rule.fireEvery}" must be one of ${[...new Set(Object.values(frequencies))].join(', ')}`,
    );
  return builders[frequency](rule);
}

const fromCron = (pattern: string, read: Translation): Patterns =>
  read.ok ? read : wrong('cronPattern', `"${pattern}" ${read.message}`);

/** Calls `make` if the fields are whole numbers in their ranges. */
function within(
  rule: Rule,
  ranges: Partial<Record<'minute' | 'hour' | 'dayOfTheMonth', readonly [number, number]>>,
  make: () => Patterns,
): Patterns {
  for (const [name, [min, max]] of Object.entries(ranges) as ['minute', readonly [number, number]][]) {
    const value = rule[name];
    if (!Number.isInteger(value) || value < min || value > max)
      return wrong(name, `${value} must be a whole number from ${min} to ${max}`);
  }
  return make();
}

const clock = { minute: [0, 59], hour: [0, 23] } as const;

const builders: Readonly<Record<Frequency, (rule: Rule) => Patterns>> = {
  MINUTE: (rule) =>
    within(rule, { minute: [1, 60] }, () => right(rule.minute === 60 ? '0 0 * * * *' : `0 */${rule.minute} * * * *`)),
  HOURLY: (rule) => within(rule, { minute: clock.minute }, () => right(`0 ${rule.minute} * * * *`)),
  DAILY: (rule) => within(rule, clock, () => right(`0 ${rule.minute} ${rule.hour} * * *`)),
  WEEKLY: (rule) =>
    within(rule, clock, () => {
      const days = rule.day
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter((word) => word !== '');
      const numbers = days.map((word) => weekdays.findIndex((day) => day === word || day.slice(0, 3) === word) + 1);
      if (numbers.length === 0 || numbers.includes(0))
        return wrong('day', `"${rule.day}" must be a list of weekdays such as MON,THURSDAY`);
      return right(`0 ${rule.minute} ${rule.hour} * * ${numbers.join(',')}`);
    }),
  MONTHLY: (rule) =>
    within(rule, { ...clock, dayOfTheMonth: [1, 31] }, () => {
      const at = `0 ${rule.minute} ${rule.hour}`;
      const day = rule.dayOfTheMonth;
      if (day <= 28) return right(`${at} ${day} * *`);
      // the last day of a month that is shorter
      return day === 31 ? right(`${at} L * *`) : right(`${at} ${day} 1,3-12 *`, `${at} L 2 *`);
    }),
  CRON: () => wrong('cronPattern', 'is empty'),
};
