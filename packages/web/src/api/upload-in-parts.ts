import { api, headersOf } from './client.ts';
import { ApiError } from './problem.ts';
import { send } from './send.ts';
import type { Upload } from './upload.ts';
import { waitOut, type Sending } from './wait-out.ts';

/** Larger files go in parts. */
export const maxAtOnce = 8 << 20;

/** Bytes of one request: what came of a part stays too, so that they need not be small. */
const partBytes = 16 << 20;

const root = '/api/v1/hdfs/files/uploads';

export interface UploadInParts extends Upload, Sending {
  /** Address of an earlier upload of this file. */
  readonly address: string | undefined;
  /** Receives the address as soon as it exists. */
  readonly onStart: (address: string) => void;
  /** Called when waiting ends. */
  readonly onGoesOn: () => void;
}

/**
 * Sends one file in parts, from where it broke off, also after broken connections, unavailable services and ended sessions.
 * Fails with an {@link ApiError} for what waiting does not mend, or with the signal's reason if it is cancelled.
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
      // another tab sent parts: continue from their end
      const isBehind = error instanceof ApiError && error.problem.code === 'WRONG_STATE' && !upload.signal.aborted;
      if (!isBehind) await waitOut(error, tries, upload);
    }
}

/** Cancels an upload and deletes its parts. */
export async function callOff(address: string): Promise<void> {
  try {
    await headersOf(api.DELETE(`${root}/{id}`, { params: { path: { id: idIn(address) } } }));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Received bytes of an upload; undefined if the service does not know it any more. */
export async function storedBytes(address: string, signal?: AbortSignal): Promise<number | undefined> {
  try {
    const init = { params: { path: { id: idIn(address) } }, ...(signal ? { signal } : {}) };
    return Number((await headersOf(api.HEAD(`${root}/{id}`, init))).get('upload-offset'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** The offset at which an upload continues; undefined if it must begin again. */
async function goesOn(address: string, upload: UploadInParts): Promise<number | undefined> {
  try {
    return await storedBytes(address, upload.signal);
  } catch (error) {
    if (!upload.replace || !(error instanceof ApiError) || error.status !== 409) throw error;
    // all parts have arrived, and its name was taken in the meantime: now the file may be replaced
    return sendPart(address, upload.file.size, upload);
  }
}

async function begin({ file, folder, name, replace, onStart: onBegun, signal }: UploadInParts): Promise<string> {
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

/** Sends the next bytes; returns the new offset. */
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
    onProgress: (loaded) => onProgress(offset + loaded),
    signal,
  });
  return Number(answer.getResponseHeader('upload-offset'));
}

const idIn = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text.toWellFormed())));
