import { functions as F, types, type Column } from '@millrace/spark-connect';
import { castOrNull } from './cast.ts';
import { tryCast } from './text-cast.ts';
import { requireParsable } from './date-format.ts';
import { dateReading, hasShortYear } from './date-reading.ts';
import type { OutputColumn } from './type-fields.ts';
import { hasDatesOfSpark2, momentOfReader } from './legacy-dates.ts';
import { plainNumber, writingOf } from './number-format.ts';
import type { RunContext } from '../contract/context.ts';
import { asUnit } from './unit.ts';

const byCast = ['boolean', 'byte', 'short', 'integer', 'long', 'timestamp', 'timestamp_ntz'];

export interface Reading extends Pick<RunContext, 'engine' | 'now' | 'compatibility'> {
  /** The field that names the type. */
  readonly field: string;
}

/** Text as a value of a column's type, by its pattern where it has one; null if it is none. */
export function textValue(text: Column, { name, type, format }: OutputColumn, context: Reading): Column {
  const { engine, field } = context;
  if (type.kind === 'string') return text;
  if (format !== undefined && (type.kind === 'date' || type.kind === 'timestamp')) {
    const moment = hasDatesOfSpark2(context)
      ? momentOfReader(text, format)
      : byPattern(text, requireParsable(format, field), context);
    return type.kind === 'date' ? moment.cast(types.date) : moment;
  }
  const writing = writingOf(type.kind, format);
  const plain = writing === undefined ? text : plainNumber(text, writing);
  return byCast.includes(type.kind)
    ? tryCast(plain, types.string, type, engine)
    : castOrNull(plain, { from: types.string, to: type, name, field, engine });
}

function byPattern(text: Column, format: string, context: Reading): Column {
  const { whole, prefixes } = readings(text, format, context);
  return asMoment([...whole, ...prefixes], text, format);
}

/** Text as a moment by a pattern that takes it whole; null if anything is left. */
export function wholeMoment(text: Column, format: string, context: Reading): Column {
  const { whole, prefixes } = readings(text, requireParsable(format, context.field), context);
  const value = F.when(text.rlike(dateReading(format).fills), F.coalesce(...prefixes));
  return asMoment(whole.length > 0 ? whole : [value], text, format);
}

interface Readings {
  /** The text as it is; none if it holds what engines cannot read. */
  readonly whole: readonly Column[];
  /** What the text begins with. */
  readonly prefixes: readonly Column[];
}

/** Moments that text may be by a pattern, in the order in which they are tried; each is null if it is none. */
function readings(text: Column, format: string, { engine, now }: Reading): Readings {
  const { whole, begins, replacement, patterns } = dateReading(format);
  const prefix = F.call('regexp_replace', text, begins, replacement);
  const parse = (from: Column, pattern: string): Column => {
    const moment = F.call('try_to_timestamp', from, pattern);
    return hasShortYear(pattern) ? inCentury(moment, now) : moment;
  };
  // Spark takes any number of zeros before a field of one letter, Sail two digits at most
  const withoutZeros = (from: Column): Column => F.call('regexp_replace', from, '\\b0+([0-9]{1,2})\\b', '$1');
  const read = (from: Column, pattern: string): readonly Column[] =>
    engine === 'spark' ? [parse(from, pattern)] : [parse(from, pattern), parse(withoutZeros(from), pattern)];
  return {
    whole: whole === undefined ? [] : read(text, whole),
    prefixes: patterns.flatMap((pattern) => read(prefix, pattern)),
  };
}

function asMoment(attempts: readonly Column[], text: Column, format: string): Column {
  const isVerified = unverifiedPattern(format) === undefined;
  return asUnit(
    isVerified ? 'text-by-pattern' : 'text-by-unverified-pattern',
    F.coalesce(...attempts),
    text,
    types.timestamp,
  );
}

/** The last day that two digits of a year may mean: they are a year up to 20 years ahead. */
export function latestOfShortYears(now: string): string {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + 20);
  return latest.toISOString().slice(0, 10);
}

/** Engines read two digits as 2000 to 2099; SimpleDateFormat as a year up to 20 years ahead. */
function inCentury(moment: Column, now: string): Column {
  const isEarlier = moment.gt(F.lit(`${latestOfShortYears(now)}T00:00:00Z`, types.timestamp));
  return F.when(isEarlier, moment.minus(F.expr("interval '100' year"))).otherwise(moment);
}

/** Why Sail may read dates by this pattern in another way than Spark; undefined if it is known to agree. */
export function unverifiedPattern(format: string): string | undefined {
  const letters = (dateReading(format).patterns[0] ?? '').replace(/'[^']*'/g, '').match(/([A-Za-z])\1*/g) ?? [];
  return letters.every((run) => /^(y+|M{1,3}|dd?|HH?|hh?|mm?|ss?|S+|a|Z|X|XXX)$/.test(run))
    ? undefined
    : `the date pattern "${format}"`;
}
