import {
  functions as F,
  types,
  type Column,
  type DataType,
  type StructField,
  type StructType,
} from '@millrace/spark-connect';
import { asText, castOrNull } from './cast.ts';
import { requireColumn } from './columns.ts';
import { requireParsable } from './date-format.ts';
import { hasDatesOfSpark2, momentOfFunction } from './legacy-dates.ts';
import { asUnit } from './unit.ts';
import { leaveToSpark } from './guard.ts';
import type { RunContext } from '../contract/context.ts';
import { textValue } from './text-value.ts';
import { wrongType } from './wrong-type.ts';

/** A column as a moment: dates and timestamps as they are, text read as a timestamp, null if it is none. */
export function momentOf(name: string, schema: StructType, field: string, engine: RunContext['engine']): Column {
  const { type } = requireColumn(schema, name, field);
  const column = F.columnNamed(name);
  if (isMoment(type)) return column;
  if (type.kind === 'string' || type.kind === 'void')
    return castOrNull(column, { from: type, to: types.timestamp, name, field, engine });
  throw wrongType(
    { name, type },
    field,
    'must be DATE, TIMESTAMP or STRING',
    'choose a date or timestamp column, or cast the column before this node',
  );
}

export const isMoment = (type: DataType): boolean => ['date', 'timestamp', 'timestamp_ntz'].includes(type.kind);

/** A date or timestamp as it is, anything else read by the pattern from its text: Spark's `to_date`, `to_timestamp`. */
export function momentByPattern(
  { name, type }: StructField,
  to: typeof types.date | typeof types.timestamp,
  pattern: string,
  context: Pick<RunContext, 'engine' | 'now' | 'compatibility'> & { readonly field: string },
): Column {
  const column = F.columnNamed(name);
  if (isMoment(type)) return column.cast(to);
  const text = asText(column, type, context.engine);
  if (hasDatesOfSpark2(context)) return momentOfFunction(text, pattern).cast(to);
  return textValue(text, { name, type: to, format: requireParsable(pattern, context.field) }, context);
}

/** Seconds of the years 1 to 9999, of which both engines make the same text. */
const [earliest, latest] = [-62_135_596_800n, 253_402_300_799n];

/** The moment so many seconds after the beginning of 1970. Sail takes numbers that Spark refuses: it leaves those to Spark. */
export function momentOfSeconds(seconds: Column, engine: RunContext['engine']): Column {
  const moment = F.call('timestamp_seconds', seconds);
  if (engine !== 'sail') return moment;
  const isNear = seconds.gte(F.lit(earliest, types.long)).and(seconds.lte(F.lit(latest, types.long)));
  const fallback = leaveToSpark(F.call('concat', 'beyond the years 1 to 9999: ', seconds.cast(types.string)));
  const result = F.when(isNear.or(seconds.isNull()), moment).otherwise(fallback.cast(types.timestamp));
  return asUnit('moment-of-seconds', result, seconds, types.timestamp);
}
