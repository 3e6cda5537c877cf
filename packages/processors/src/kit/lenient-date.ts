import { boundedRegex, pieces } from '@millrace/spark-sql/patterns';
import { isNumber, isWeekday, regexOf } from './date-reading.ts';

/** The minimum and the maximum of a field of the calendar, by its letter. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  M: [1, 12],
  L: [1, 12],
  d: [1, 31],
  H: [0, 23],
  k: [1, 24],
  h: [1, 12],
  K: [0, 11],
  m: [0, 59],
  s: [0, 59],
};

/**
 * What tells by a pattern whether text has its form and names a day or time that no calendar has, such as `1/13/2011` by
 * `dd/MM/yyyy`: readers of Spark 2 go on counting from there, and others reject it.
 */
export function lenientDate(pattern: string): (text: string) => boolean {
  const parts = pieces(pattern);
  const letters: string[] = [];
  const form = parts.map((part, i) => {
    const regex = regexOf(part, parts[i + 1] ?? '');
    if (isNumber(part) && !isWeekday(part)) {
      letters.push(part.charAt(0));
      return regex;
    }
    // only numbers are looked at
    return regex.replace(/(?<!\\)\((?!\?)/g, '(?:');
  });
  const read = boundedRegex(`^${form.join('')}`);
  if (!read.ok) return () => false;
  return (text) => {
    const match = read.regex.matcher(text.slice(0, longest));
    return match.find() && isOut(new Map(letters.map((letter, i) => [letter, Number(match.group(i + 1))])));
  };
}

/** The beginning of a text that is looked at: no date is longer. */
const longest = 200;

function isOut(numbers: ReadonlyMap<string, number>): boolean {
  for (const [letter, number] of numbers) {
    const [min, max] = ranges[letter] ?? [-Infinity, Infinity];
    if (number < min || number > max) return true;
  }
  const [year, month, day] = [numbers.get('y'), numbers.get('M'), numbers.get('d')];
  return year !== undefined && month !== undefined && day !== undefined && day > daysIn(year, month);
}

/** Days of a month; a year of two digits counts as one of this century. */
const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(year < 100 ? 2000 + year : year, month, 0)).getUTCDate();
