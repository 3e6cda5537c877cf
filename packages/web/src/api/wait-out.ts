import { errorTexts } from '../texts/error.ts';
import { session } from './client.ts';
import { line } from './line.ts';
import { ApiError } from './problem.ts';
import { meQuery, queryClient } from './queries.ts';

/** The cause of a wait: the service, or a sign-in of the same user. */
export type Wait = 'service' | 'sign-in';

export interface Sending {
  readonly file: Blob;
  /** Receives the cause of the wait. */
  readonly onWait: (wait: Wait) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds until each retry, in turn. */
const pauses = [500, 1_000, 2_000, 5_000, 10_000] as const;

/** Errors that waiting mends: no connection, a service that restarts or is behind a proxy, too many requests. */
const retryable: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/**
 * Waits after a file could not be sent, until it is worth another try; `tries`: how many have come to nothing. Throws the
 * error if waiting does not mend it, or the signal's reason if it is cancelled.
 */
export async function waitOut(error: unknown, tries: number, { file, onWait, signal }: Sending): Promise<void> {
  signal.throwIfAborted();
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) {
    onWait('sign-in');
    if (!(await whileNotAborted(sameSignsIn(signal), signal))) throw error;
    return;
  }
  if (!retryable.has(error.status)) throw error;
  await mustBeReadable(file);
  onWait('service');
  const wasAway = await whileNotAborted(line.doubt(), signal);
  if (wasAway) return;
  // it answers, and takes nothing all the same: what lies between lets it not pass
  if (error.status === 0 && tries >= pauses.length) throw error;
  await whileNotAborted(pause(pauses[Math.min(tries, pauses.length - 1)] ?? 0), signal);
}

/** Repeats an upload step while waiting mends its errors; the step receives the number of failed attempts. */
export async function persistently<T>(work: (tries: number) => Promise<T>, sending: Sending): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await work(tries);
    } catch (error) {
      await waitOut(error, tries, sending);
    }
}

/** A browser says of a file that has changed on its disk only that it could not be sent. */
async function mustBeReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new Error(errorTexts.fileChanged, { cause });
  }
}

/** The signed-in user, as far as known. */
export const idNow = (): number | undefined => queryClient.getQueryData(meQuery.queryKey)?.id;

/** Waits for the next sign-in; returns whether it is the same user: an upload does not go on as another user's. */
function sameSignsIn(signal: AbortSignal): Promise<boolean> {
  const before = idNow();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  session.addEventListener('signed-in', () => resolve(idNow() === before), { once: true, signal });
  return promise;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function whileNotAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}
