import { functions as F, types, type Column } from '@millrace/spark-connect';
import { pieces } from '@millrace/spark-sql/patterns';
import { findUnsupportedLetter } from './date-letters.ts';
import { invalidValue } from './field-error.ts';
import { hasDatesOfSpark2 } from './legacy-dates.ts';
import type { RunContext } from '../contract/context.ts';

/** Day number of the week, Monday 1 to Sunday 7. (`weekday` is -1 on a Sunday on Sail.) */
export const isoDayOfWeek = (moment: Column): Column => F.call('dayofweek', moment).plus(5).mod(7).plus(1);

/** A pattern that dates can be read by. Throws a `FieldError` that names a letter by which they cannot. */
export function requireParsable(pattern: string, field: string): string {
  const problem = findUnsupportedLetter(pattern, 'read');
  if (problem !== undefined)
    throw invalidValue(field, pattern, `cannot parse dates with the letter ${problem.letter}`, problem.instead);
  return pattern;
}

/**
 * A date or timestamp as text by a pattern: Spark's `date_format`, and besides `u` for the day number of the week
 * (Monday 1), which older files use; as Spark 2 writes it if the workflow was made for that. Throws a `FieldError` that names a letter which Spark does not know.
 * Source: Spark SQL, "Datetime Patterns for Formatting and Parsing"; java.text.SimpleDateFormat.
 */
export function formatMoment(
  moment: Column,
  pattern: string,
  { field, ...context }: Pick<RunContext, 'engine' | 'compatibility'> & { readonly field: string },
): Column {
  if (hasDatesOfSpark2(context)) return F.call('date_format', moment, pattern);
  const problem = findUnsupportedLetter(pattern, 'write');
  if (problem !== undefined)
    throw invalidValue(field, pattern, `Spark does not support the letter ${problem.letter}`, problem.instead);
  const parts: Column[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') parts.push(F.call('date_format', moment, plain));
    plain = '';
  };
  for (const piece of pieces(pattern)) {
    const letter = piece.charAt(0);
    // Sail counts F otherwise: it is the week of the month in which the day's number falls
    const own =
      letter === 'u'
        ? isoDayOfWeek(moment)
        : letter === 'F' && context.engine === 'sail'
          ? weekOfMonth(moment)
          : undefined;
    if (own === undefined) plain += piece;
    else {
      flush();
      parts.push(F.call('lpad', own.cast(types.string), piece.length, '0'));
    }
  }
  flush();
  const [only = F.lit('')] = parts;
  return parts.length < 2 ? only : F.call('concat', ...parts);
}

const weekOfMonth = (moment: Column): Column => F.call('dayofmonth', moment).plus(6).dividedBy(7).cast(types.integer);
