import { ConnectionLostError, SparkError } from '@millrace/spark-connect';
import { plainMessage } from '@millrace/engines/plain-message';
import { RunError } from '@millrace/errors';
import { FieldError } from '@millrace/processors/field-error';
import { remedyFor } from '../faults/remedies.ts';
import { Refusal } from './refused-row.ts';

/** An engine, or its Python worker, has ended with all that it had loaded. */
export const isLost = (error: unknown): boolean =>
  error instanceof ConnectionLostError ||
  (error instanceof RunError && error.code === 'PYTHON_ENDED') ||
  // what a worker says that has come in place of one that ended (`work.py`)
  (error instanceof FieldError && error.message.startsWith('the model was lost when its Python worker ended'));

const usual = 'enter rows like those that the model was trained on';

/** What an engine has against rows; `undefined` where the error is none of its work. */
export function refusedBy(error: unknown): Refusal | undefined {
  if (!(error instanceof SparkError) || error instanceof ConnectionLostError) return undefined;
  const message = plainMessage(error.message, error.errorClass);
  return new Refusal(message, remedyFor(error.errorClass ?? message) ?? remedyFor(message) ?? usual);
}

/** The same of an engine or of a library in Python. */
export const refusalIn = (error: unknown): Refusal | undefined =>
  error instanceof FieldError && !isLost(error) ? new Refusal(error.message, usual) : refusedBy(error);

/** True for a refusal of an engine; rows that it takes, and leaves out or makes several of, are none. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof Refusal) return true;
  if (error instanceof RunError && ['ROW_LEFT_OUT', 'SEVERAL_ROWS'].includes(error.code)) return false;
  throw error;
}
