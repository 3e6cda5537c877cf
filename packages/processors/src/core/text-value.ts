import { functions as F, types, type Column } from '@millrace/spark-connect';
import { castOrNull } from './cast.ts';
import { requireParsable } from './date-format.ts';
import type { OutputColumn } from './fields.ts';
import { lenientPattern } from './patterns.ts';
import type { Surroundings } from './processor.ts';
import { asUnit } from './unit.ts';

const byCast = ['boolean', 'byte', 'short', 'integer', 'long', 'timestamp', 'timestamp_ntz'];

interface Reading {
  readonly engine: Surroundings['engine'];
  /** The field that names the type. */
  readonly field: string;
}

/** Text as a value of a column's type, by its pattern where it has one; null where it is none. */
export function textValue(text: Column, { name, type, format }: OutputColumn, { engine, field }: Reading): Column {
  if (type.kind === 'string') return text;
  if (format !== undefined && (type.kind === 'date' || type.kind === 'timestamp')) {
    const moment = byPattern(text, requireParsable(format, field), engine);
    return type.kind === 'date' ? moment.cast(types.date) : moment;
  }
  return byCast.includes(type.kind)
    ? text.tryCast(type)
    : castOrNull(text, { from: types.string, to: type, name, field, engine });
}

function byPattern(text: Column, format: string, engine: Surroundings['engine']): Column {
  const pattern = lenientPattern(format);
  const parsed = F.call('try_to_timestamp', text, pattern);
  // Spark takes any number of zeros before a field of one letter, Sail two digits at most
  const shortened = F.call('regexp_replace', text, '\\b0+([0-9]{1,2})\\b', '$1');
  const moment = engine === 'spark' ? parsed : F.coalesce(parsed, F.call('try_to_timestamp', shortened, pattern));
  return asUnit('text-by-pattern', moment, text, types.timestamp);
}

/** Why Sail may read dates by this pattern in another way than Spark; undefined where it is known to agree. */
export function unprovenPattern(format: string): string | undefined {
  const letters =
    lenientPattern(format)
      .replace(/'[^']*'/g, '')
      .match(/([A-Za-z])\1*/g) ?? [];
  return letters.every((run) => /^(y+|M{1,2}|dd?|HH?|hh?|mm?|ss?|S+|a|Z|X|XXX)$/.test(run))
    ? undefined
    : `the date pattern "${format}"`;
}
