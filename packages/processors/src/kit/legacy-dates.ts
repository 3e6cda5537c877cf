import { functions as F, types, type Column } from '@millrace/spark-connect';
import type { RunContext } from '../contract/context.ts';

/** True if dates are read and written as by Spark 2, whose patterns have all letters of java.text.SimpleDateFormat. */
export const hasDatesOfSpark2 = ({ compatibility }: Pick<RunContext, 'compatibility'>): boolean =>
  compatibility === 'spark2';

/**
 * Text as a moment by a pattern, as readers of Spark 2 take it: by a lenient calendar, whose 13th month is January of the next
 * year, from the beginning of the text, whatever follows. Null for invalid text. Spark has this parser in its readers alone
 * (`LegacyFastTimestampFormatter`), and the reader of JSON is there as a function; `to_timestamp` is strict.
 */
export function momentOfReader(text: Column, pattern: string): Column {
  const json = F.call('to_json', F.call('named_struct', 'moment', text));
  const read = F.call('from_json', json, 'moment timestamp', F.call('map', 'timestampFormat', pattern));
  return read.getField('moment');
}

/** Text as a moment by a pattern, as functions of Spark 2 take it. Null for invalid text. */
export const momentOfFunction = (text: Column, pattern: string): Column =>
  F.call('try_to_timestamp', text, F.lit(pattern, types.string));
