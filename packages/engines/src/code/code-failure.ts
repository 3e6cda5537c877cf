import { runError } from '@millrace/errors';

/** Why code failed, and on which line; `line` begins at 1. */
export interface CodeFault {
  readonly message: string;
  readonly remedy?: string | null;
  readonly line?: number | null;
  /** True if the engine failed a query of the code, or the policy refused it. */
  readonly isOfEngine?: boolean;
}

/** The error of a run whose code failed. */
export function codeFailure({ message, remedy, line, isOfEngine = false }: CodeFault): Error {
  const params = {
    message,
    ...(typeof remedy === 'string' ? { remedy } : {}),
    ...(typeof line === 'number' ? { line } : {}),
  };
  return isOfEngine
    ? runError('code-query-failed', params, { field: 'code' })
    : runError('code-failed', params, { field: 'code' });
}
