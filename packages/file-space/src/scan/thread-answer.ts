import { RunError } from '@millrace/errors';

/** What a thread answers: what it was asked for, or why not. */
export type Answer<T> =
  | { readonly found: T }
  | { readonly refused: Pick<RunError, 'code' | 'message' | 'remedy' | 'field' | 'cause'> }
  | { readonly error: unknown; readonly also: object };

/** The answer of a thread that works; of an error only its name, text and cause come through to another thread. */
export async function answerOf<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { found: await work() };
  } catch (error) {
    if (error instanceof RunError) {
      const { code, message, remedy, field, cause } = error;
      return { refused: { code, message, remedy, field, cause } };
    }
    return { error, also: error instanceof Error ? { ...error } : {} };
  }
}

/** Why a thread did not find what it was asked for. */
export function errorOf<T>(answer: Exclude<Answer<T>, { found: T }>): unknown {
  if ('refused' in answer) {
    const { code, message, remedy, field, cause } = answer.refused;
    return new RunError(code, message, remedy, field, cause);
  }
  return answer.error instanceof Error ? Object.assign(answer.error, answer.also) : answer.error;
}
