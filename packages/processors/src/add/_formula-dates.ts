import { hasShortYear } from '../kit/date-reading.ts';
import { lenientPattern } from '../kit/patterns.ts';
import { latestOfShortYears } from '../kit/text-value.ts';

/**
 * Functions of dates of formulas as Spark SQL over their arguments, at the start of a run; undefined for a last argument that
 * they do not know.
 */
type DateFunction = (args: readonly string[], now: string) => string | undefined;

export const addSql: DateFunction = ([moment, count, unit]) =>
  withUnit(unit, (name) => `dateadd(${name}, cast(${count} as int), ${momentOf(moment)})`);

/** The first less the second, in whole units. */
export const differenceSql: DateFunction = ([later, earlier, unit]) =>
  withUnit(unit, (name) => `timestampdiff(${name}, ${momentOf(earlier)}, ${momentOf(later)})`);

export const formatSql: DateFunction = ([moment, format]) => {
  const pattern = patternOf(format);
  return pattern && `date_format(${momentOf(moment)}, ${pattern})`;
};

export const parseSql: DateFunction = ([text, format], now) => {
  // weekdays are written only
  const pattern = /%a/i.test(format ?? '') ? undefined : patternOf(format, lenientPattern);
  if (pattern === undefined) return undefined;
  const moment = `try_to_timestamp(${text}, ${pattern})`;
  if (!hasShortYear(pattern)) return moment;
  const isEarlier = `${moment} > timestamp'${latestOfShortYears(now)} 00:00:00Z'`;
  return `(case when ${isEarlier} then ${moment} - interval '100' year else ${moment} end)`;
};

export const truncateSql: DateFunction = ([moment, part]) => {
  const name = literal(part)?.toLowerCase();
  const monthOf = `date_trunc('month', ${momentOf(moment)})`;
  if (name === 'firstofmonth') return monthOf;
  if (name === 'lastofmonth') return `(${monthOf} + interval '1' month - interval '1' second)`;
  return withUnit(part, (unit) => `date_trunc('${unit}', ${momentOf(moment)})`);
};

const momentOf = (value = ''): string => `try_cast(${value} as timestamp)`;

function withUnit(format: string | undefined, sql: (unit: string) => string): string | undefined {
  const unit = /^(year|month|day|hour|minute|second)s?$/i.exec(literal(format) ?? '')?.[1];
  return unit && sql(unit.toLowerCase());
}

/** The text of a quoted argument. */
const literal = (format = ''): string | undefined => /^(['"])(.*)\1$/s.exec(format.trim())?.[2];

/** What stands for a letter behind %. */
const letters: Readonly<Record<string, string>> = {
  a: 'EEE', A: 'EEEE', b: 'MMM', B: 'MMMM', d: 'dd', e: 'd', h: 'MMM', H: 'HH', I: 'hh', j: 'DDD', k: 'H', l: 'h', m: 'MM', M: 'mm', p: 'a',
  S: 'ss', y: 'yy', Y: 'yyyy', z: 'Z', D: 'MM/dd/yy', R: 'HH:mm', T: 'HH:mm:ss',
}; // prettier-ignore

/** Text that stands for itself in a pattern: signs that mean nothing there stay as they are. */
const asText = (text: string): string => (/[A-Za-z[\]{}#']/.test(text) ? `'${text.replaceAll("'", "''")}'` : text);

/** A format with letters behind % as a pattern of Spark; anything else is given back as it is. Undefined for other letters. */
function patternOf(pattern = '', adapt = (pattern: string): string => pattern): string | undefined {
  const format = literal(pattern);
  if (format === undefined || !format.includes('%')) return pattern;
  const parts = (format.match(/(?:%%|[^%])+|%.?/gs) ?? []).map((part) =>
    /^%[^%]?$/.test(part) ? letters[part.slice(1)] : asText(part.replaceAll('%%', '%')),
  );
  return parts.includes(undefined) ? undefined : `"${adapt(parts.join('')).replaceAll('"', '\\"')}"`;
}
