import { functions as F, types, type Column } from '@millrace/spark-connect';

/**
 * A filter that lets every row pass and ends the run with the message at the first row for which the condition is not
 * true. As a filter it is looked at even if nothing reads the columns. (`raise_error` in a CASE names the wrong row
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

const leftToSpark = new WeakSet<object>();

/**
 * A call that raises an error at a value that Sail computes and Spark may take: no fault of the data, so that the run moves
 * to Spark where it may. The text says what is wrong with the value.
 */
export function leaveToSpark(message: Column): Column {
  const error = F.call('raise_error', message);
  leftToSpark.add(error.expression);
  return error;
}

/** True for an expression of a plan that {@link leaveToSpark} has made. */
export const isLeftToSpark = (expression: object): boolean => leftToSpark.has(expression);
