import { functions as F, types, type Column } from '@millrace/spark-connect';

/**
 * A filter that lets every row pass and ends the run with the message at the first row for which the condition is not
 * true. As a filter it is looked at even where nobody reads the columns. (`raise_error` in a CASE names the wrong row
 * on Sail.) A null condition counts as met.
 */
export const failUnless = (condition: Column, message: Column | string): Column =>
  F.call(
    'assert_true',
    F.coalesce(condition, F.lit(true)),
    typeof message === 'string' ? F.lit(message) : message,
  ).isNull();

/** Texts and columns put together as one text. */
export const words = (...parts: readonly (Column | string)[]): Column =>
  F.call(
    'concat',
    ...parts.map((part) => (typeof part === 'string' ? part : F.coalesce(part.cast(types.string), F.lit('null')))),
  );
