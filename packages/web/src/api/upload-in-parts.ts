import { api, headersOf } from './client.ts';
import { ApiError } from './problem.ts';
import { send } from './send.ts';
import type { Upload } from './upload.ts';

/** Larger files go in parts. */
export const largestAtOnce = 8 << 20;

/** Bytes of one request: what came of a part stays too, so that they need not be small. */
const partBytes = 16 << 20;

/** Milliseconds until it is tried again, from one time to the next. */
const waits = [500, 1_000, 2_000, 5_000, 10_000] as const;

const root = '/api/v1/hdfs/files/uploads';

export interface UploadInParts extends Upload {
  /** Address of an upload of this file that was begun before. */
  readonly address: string | undefined;
  /** Is told the address as soon as there is one. */
  readonly onBegun: (address: string) => void;
  /** Is told when the line breaks, and when it is there again. */
  readonly onLine: (isThere: boolean) => void;
}

/**
 * Sends one file in parts, from where it broke off, as often as the line breaks or the service is away. Fails with an
 * {@link ApiError} for what waiting does not mend, or with the signal's reason where it is called off.
 */
export async function uploadInParts(upload: UploadInParts): Promise<void> {
  const { file, onProgress, onLine, signal } = upload;
  let { address } = upload;
  for (let tries = 0; ; tries++)
    try {
      let offset = address === undefined ? undefined : await goesOn(address, upload);
      if (address === undefined || offset === undefined) [address, offset] = [await begin(upload), 0];
      onLine(true);
      onProgress(offset);
      while (offset < file.size) {
        offset = await sendPart(address, offset, upload);
        tries = 0;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError)) throw error;
      // another tab was at it: this one goes on where that has come to
      if (error.problem.code === 'WRONG_STATE') continue;
      if (!mended.has(error.status)) throw error;
      await mustBeReadable(file);
      onLine(false);
      await soon(waits[Math.min(tries, waits.length - 1)] ?? 0, signal);
    }
}

/** What waiting mends: no line, a service that starts anew or is behind a proxy, too many requests. */
const mended: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/** Calls an upload off: nothing of it stays. */
export async function callOff(address: string): Promise<void> {
  try {
    await headersOf(api.DELETE(`${root}/{id}`, { params: { path: { id: idIn(address) } } }));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Bytes of an upload that have come; undefined where the service knows it no more. */
export async function reached(address: string, signal?: AbortSignal): Promise<number | undefined> {
  try {
    const init = { params: { path: { id: idIn(address) } }, ...(signal ? { signal } : {}) };
    return Number((await headersOf(api.HEAD(`${root}/{id}`, init))).get('upload-offset'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** From where an upload goes on; undefined where it must be begun anew. */
async function goesOn(address: string, upload: UploadInParts): Promise<number | undefined> {
  try {
    return await reached(address, upload.signal);
  } catch (error) {
    if (!upload.replace || !(error instanceof ApiError) || error.status !== 409) throw error;
    // all of it has come, and its name was taken meanwhile: now that may be replaced
    return sendPart(address, upload.file.size, upload);
  }
}

async function begin({ file, folder, name, replace, onBegun, signal }: UploadInParts): Promise<string> {
  const headers = await headersOf(
    api.POST(root, {
      params: {
        query: { path: folder, overwrite: replace },
        header: { 'upload-length': file.size, 'upload-metadata': `filename ${base64(name)}` },
      },
      signal,
    }),
  );
  const address = headers.get('location') ?? '';
  onBegun(address);
  return address;
}

/** Sends the next bytes, and gives how far the upload has come. */
async function sendPart(
  address: string,
  offset: number,
  { file, replace, onProgress, signal }: UploadInParts,
): Promise<number> {
  const answer = await send({
    method: 'PATCH',
    address: `${address}?overwrite=${replace}`,
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: file.slice(offset, offset + partBytes),
    onProgress: (sent) => onProgress(offset + sent),
    signal,
  });
  return Number(answer.getResponseHeader('upload-offset'));
}

/** A browser says of a file that has changed on its disk only that it could not be sent. */
async function mustBeReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new Error('The file has changed on its disk, or is gone. Choose it again.', { cause });
  }
}

/** Waits for a while; less where the browser says that the line is there again. */
function soon(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const done = new AbortController();
  const timer = setTimeout(resolve, ms);
  addEventListener('online', () => resolve(), { signal: done.signal });
  signal.addEventListener('abort', () => reject(signal.reason), { signal: done.signal });
  return promise.finally(() => {
    clearTimeout(timer);
    done.abort();
  });
}

const idIn = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text.toWellFormed())));
