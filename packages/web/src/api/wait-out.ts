import { session } from './client.ts';
import { line } from './line.ts';
import { ApiError } from './problem.ts';
import { meQuery, queryClient } from './queries.ts';

/** What a file that is sent waits for: the service, or that who sends it signs in again. */
export type Wait = 'service' | 'sign-in';

export interface Sending {
  readonly file: Blob;
  /** Is told what it waits for. */
  readonly onWait: (wait: Wait) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds until it is tried again, from one time to the next. */
const pauses = [500, 1_000, 2_000, 5_000, 10_000] as const;

/** What waiting mends: no line, a service that starts anew or is behind a proxy, too many requests. */
const mended: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/**
 * Waits after a file could not be sent, until it is worth another try; `tries`: how many have come to nothing. Throws the
 * error where waiting does not mend it, or the signal's reason where it is called off.
 */
export async function waitOut(error: unknown, tries: number, { file, onWait, signal }: Sending): Promise<void> {
  signal.throwIfAborted();
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) {
    onWait('sign-in');
    if (!(await whileNotAborted(sameSignsIn(signal), signal))) throw error;
    return;
  }
  if (!mended.has(error.status)) throw error;
  await mustBeReadable(file);
  onWait('service');
  const wasAway = await whileNotAborted(line.doubt(), signal);
  if (wasAway) return;
  // it answers, and takes nothing all the same: what lies between lets it not pass
  if (error.status === 0 && tries >= pauses.length) throw error;
  await whileNotAborted(pause(pauses[Math.min(tries, pauses.length - 1)] ?? 0), signal);
}

/** Does something for a file that is sent, as often as waiting mends why it could not be done; the work is told how often it has failed. */
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
    throw new Error('The file has changed on its disk, or is gone. Choose it again.', { cause });
  }
}

/** Who is signed in, as far as is known. */
export const idNow = (): number | undefined => queryClient.getQueryData(meQuery.queryKey)?.id;

/** Waits for the next who signs in; gives whether it is the same person: what one sends does not go on as another's. */
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
