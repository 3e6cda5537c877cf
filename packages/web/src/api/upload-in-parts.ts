import { api, headersOf } from './client.ts';
import { ApiError } from './problem.ts';
import { send } from './send.ts';
import type { Upload } from './upload.ts';
import { waitOut, type Sending } from './wait-out.ts';

/** Larger files go in parts. */
export const largestAtOnce = 8 << 20;

/** Bytes of one request: what came of a part stays too, so that they need not be small. */
const partBytes = 16 << 20;

const root = '/api/v1/hdfs/files/uploads';

export interface UploadInParts extends Upload, Sending {
  /** Address of an upload of this file that was begun before. */
  readonly address: string | undefined;
  /** Is told the address as soon as there is one. */
  readonly onBegun: (address: string) => void;
  /** Is told that it has waited no longer. */
  readonly onGoesOn: () => void;
}

/**
 * Sends one file in parts, from where it broke off, as often as the line breaks, the service is away or the session ends.
 * Fails with an {@link ApiError} for what waiting does not mend, or with the signal's reason where it is called off.
 */
export async function uploadInParts(upload: UploadInParts): Promise<void> {
  const { file, onProgress, onGoesOn } = upload;
  let { address } = upload;
  for (let tries = 0; ; tries++)
    try {
      let offset = address === undefined ? undefined : await goesOn(address, upload);
      if (address === undefined || offset === undefined) [address, offset] = [await begin(upload), 0];
      onGoesOn();
      onProgress(offset);
      while (offset < file.size) {
        offset = await sendPart(address, offset, upload);
        tries = 0;
      }
      return;
    } catch (error) {
      // another tab was at it: this one goes on where that has come to
      const isBehind = error instanceof ApiError && error.problem.code === 'WRONG_STATE' && !upload.signal.aborted;
      if (!isBehind) await waitOut(error, tries, upload);
    }
}

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

const idIn = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text.toWellFormed())));
