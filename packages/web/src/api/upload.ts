import { send } from './send.ts';

export interface Upload {
  readonly file: Blob;
  readonly folder: string;
  readonly name: string;
  readonly replace: boolean;
  /** Receives the number of sent bytes of the file. */
  readonly onProgress: (loaded: number) => void;
  readonly signal: AbortSignal;
}

/** Sends one file in one request; fails with an `ApiError`, or with the signal's reason if it is cancelled. */
export async function upload({ file, folder, name, replace, onProgress, signal }: Upload): Promise<void> {
  const query = new URLSearchParams({ path: folder, overwrite: String(replace) });
  const { body, type } = formOf(file, name);
  await send({
    method: 'POST',
    address: `/api/v1/hdfs/files/upload?${query.toString()}`,
    headers: { 'content-type': type },
    body,
    onProgress: (loaded, all) => onProgress(Math.max(0, Math.min(file.size, loaded - (all - file.size)))),
    signal,
  });
}

/** A form of one file. Browsers spell quotes in a name as `%22`, which is a name too: this one says it as it is (RFC 8187). */
function formOf(file: Blob, name: string): { body: Blob; type: string } {
  const boundary = `millrace-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const encodedName = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const head = [
    `--${boundary}`,
    `content-disposition: form-data; name="file"; filename*=UTF-8''${encodedName}`,
    'content-type: application/octet-stream',
    '',
    '',
  ].join('\r\n');
  return {
    body: new Blob([head, file, `\r\n--${boundary}--\r\n`]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}
