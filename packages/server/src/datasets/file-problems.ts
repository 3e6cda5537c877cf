import { FieldError } from '@millrace/processors/field-error';
import { RunError } from '@millrace/errors';
import { Problem } from '../problems.ts';

/** Does something with files; what is wrong with them is reported to the caller. */
export async function withFileProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RunError) && !(error instanceof FieldError)) throw error;
    const { message, remedy, field } = error;
    const [code, detail] = [error instanceof RunError ? error.code : 'WRONG_FIELD', `${message}: ${remedy}`];
    throw new Problem('UNPROCESSABLE', detail, {
      errors: [{ message: detail, code, ...(field === undefined || field === '' ? {} : { field }) }],
    });
  }
}
