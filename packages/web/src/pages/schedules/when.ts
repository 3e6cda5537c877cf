import { useQuery } from '@tanstack/react-query';
import { scheduleTexts } from '../../texts/schedule.ts';
import { once } from '../../ui/once.ts';

export const kinds = ['MINUTE', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'CRON'] as const;
export type Kind = (typeof kinds)[number];

/** As the service writes them, from Monday. */
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof weekdays)[number];

/** The fields from which a schedule is described in words. */
export interface RuleWords {
  readonly fireEvery: string;
  readonly cronPattern: string;
  readonly day: string;
  readonly dayOfTheMonth: number;
  readonly hour: number;
  readonly minute: number;
}

/** The kind of a schedule: clients spell it in several ways, and a pattern takes precedence. */
export function kindOf({ fireEvery, cronPattern }: Pick<RuleWords, 'fireEvery' | 'cronPattern'>): Kind {
  if (cronPattern.trim() !== '') return 'CRON';
  const word = fireEvery
    .trim()
    .toUpperCase()
    .replace(/^EVERY\s+/, '');
  return kinds.find((kind) => word.startsWith(kind.slice(0, 3))) ?? (word === 'DAY' ? 'DAILY' : 'CRON');
}

/** Weekdays of a list such as "MON,Thursday". */
export function weekdaysOf(list: string): readonly Weekday[] {
  const words = new Set(list.split(/[\s,;]+/).map((word) => word.toUpperCase().slice(0, 3)));
  return weekdays.filter((day) => words.has(day));
}

// 1 January 2024 was a Monday
const dayNames = once(() => new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' }));
export const dayName = (day: Weekday): string => dayNames().format(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)));

const two = (value: number): string => String(value).padStart(2, '0');
export const clock = (hour: number, minute: number): string => `${two(hour)}:${two(minute)}`;

/** Returns a Quartz pattern in words; undefined if it has none. */
export type CronWords = (pattern: string) => string | undefined;

/** The rule of a schedule in words: "daily at 06:30"; a pattern without words stays a pattern. */
export function ruleText(schedule: RuleWords, cronWords: CronWords): string {
  const { hour, minute, day, dayOfTheMonth } = schedule;
  const texts = scheduleTexts;
  const time = clock(hour, minute);
  const words: Readonly<Record<Kind, () => string>> = {
    MINUTE: () => (minute === 60 ? texts.everyHour : texts.minutes(minute)),
    HOURLY: () => texts.hourly(two(minute)),
    DAILY: () => texts.daily(time),
    WEEKLY: () => texts.weekly(weekdaysOf(day).map(dayName).join(', '), time),
    MONTHLY: () => texts.monthly(dayOfTheMonth, time),
    CRON: () => cronWords(schedule.cronPattern) ?? schedule.cronPattern,
  };
  return words[kindOf(schedule)]();
}

const without: CronWords = () => undefined;

/** The library that reads patterns loads on demand; until then there are no words. */
export function useCronWords(): CronWords {
  const { data = without } = useQuery({
    queryKey: ['cron words'],
    queryFn: async () => (await import('./cron-words.ts')).cronWords,
    staleTime: Infinity,
  });
  return data;
}
