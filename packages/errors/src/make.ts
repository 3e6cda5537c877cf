import { RunError } from './run-error.ts';
import { errorRules, type ErrorKind, type ErrorParams } from './table.ts';

export interface ErrorContext {
  /** The stored name of the field of the node that the error is about. */
  readonly field?: string | undefined;
  readonly cause?: unknown;
}

/** Makes an error of a kind of the table. */
export function runError<K extends ErrorKind>(
  kind: K,
  params: ErrorParams[K],
  { field, cause }: ErrorContext = {},
): RunError {
  const { code, message, remedy } = errorRules[kind];
  return new RunError({ code, message: message(params), remedy: remedy(params), field, cause });
}
