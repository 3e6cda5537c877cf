import { session } from './client.ts';
import { line } from './line.ts';
import { problemOf, unreached } from './problem.ts';

export interface Sent {
  readonly method: 'POST' | 'PATCH';
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob;
  /** Receives the number of sent bytes of the body, and their total. */
  readonly onProgress: (loaded: number, all: number) => void;
  readonly signal: AbortSignal;
}

/** Sends bytes and returns the response; fails with an `ApiError`, or with the signal's reason if it is cancelled. */
export function send({ method, address, headers, body, onProgress, signal }: Sent): Promise<XMLHttpRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<XMLHttpRequest>();
  // fetch reports no upload progress
  const request = new XMLHttpRequest();
  request.open(method, address);
  for (const [name, value] of Object.entries({ accept: 'application/json', ...headers }))
    request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
  request.addEventListener('load', () => {
    if (request.status === 401) session.dispatchEvent(new Event('signed-out'));
    if (request.status >= 200 && request.status < 300) resolve(request);
    else reject(problemOf(request.status, read(request.responseText)));
  });
  request.addEventListener('error', () => {
    void line.doubt();
    reject(unreached());
  });
  request.addEventListener('abort', () => reject(signal.reason));
  const stop = (): void => request.abort();
  signal.addEventListener('abort', stop);
  if (signal.aborted) reject(signal.reason);
  else request.send(body);
  return promise.finally(() => signal.removeEventListener('abort', stop));
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
