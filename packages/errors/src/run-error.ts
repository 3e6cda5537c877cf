import type { ErrorCode } from './codes.ts';

/** The parts of an error. */
interface RunErrorParts {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
  readonly field?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A mistake of the user or the data, with its place and what to do; the text may be shown to anyone. `runError` makes one
 * of the table.
 */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly code: ErrorCode;
  readonly remedy: string;
  /** The field of the node that the error is about. */
  readonly field: string | undefined;

  constructor({ code, message, remedy, field, cause }: RunErrorParts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.remedy = remedy;
    this.field = field;
  }
}

/** The same error with a field if it has none; any other error as it is. */
export const withField = (error: unknown, field: string): unknown =>
  error instanceof RunError && error.field === undefined ? aboutField(error, field) : error;

/** The same error about this field, whichever it had; any other error as it is. */
export function aboutField(error: unknown, field: string): unknown {
  if (!(error instanceof RunError)) return error;
  const { code, message, remedy, cause } = error;
  return new RunError({ code, message, remedy, field, cause });
}

/** An error of the same code and remedy that says more, about no field yet; the original is its cause. */
export const withMessage = (error: RunError, message: string): RunError =>
  new RunError({ code: error.code, message, remedy: error.remedy, cause: error });

/**
 * An error that crossed a thread or a process as a plain error and the fields that it had there; any other error than a
 * `RunError` as it is, with its fields.
 */
export function restoredError(error: Error, fields: Readonly<Record<string, unknown>>): Error {
  if (fields['name'] !== 'RunError') return Object.assign(error, fields);
  const { code, remedy, field } = fields as unknown as Pick<RunError, 'code' | 'remedy' | 'field'>;
  return new RunError({ code, message: error.message, remedy, field, cause: error.cause });
}
