import { session } from './client.ts';
import { ApiError, problemOf } from './problem.ts';

export interface Upload {
  readonly file: Blob;
  readonly folder: string;
  readonly name: string;
  readonly replace: boolean;
  /** Is told how many bytes of the file have gone. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/** Sends one file; fails with an {@link ApiError}, or with the signal's reason where it is called off. */
export function upload({ file, folder, name, replace, onProgress, signal }: Upload): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // fetch tells nothing of how far a body has gone
  const request = new XMLHttpRequest();
  const query = new URLSearchParams({ path: folder, overwrite: String(replace) });
  request.open('POST', `/api/v1/hdfs/files/upload?${query.toString()}`);
  const { body, type } = formOf(file, name);
  request.setRequestHeader('content-type', type);
  request.setRequestHeader('accept', 'application/json');
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(Math.max(0, Math.min(file.size, loaded - (total - file.size)))),
  );
  request.addEventListener('load', () => {
    if (request.status === 401) session.dispatchEvent(new Event('signed-out'));
    if (request.status >= 200 && request.status < 300) resolve();
    else reject(problemOf(request.status, read(request.responseText)));
  });
  request.addEventListener('error', () => reject(new ApiError(0, { detail: 'The service cannot be reached.' })));
  request.addEventListener('abort', () => reject(signal.reason));
  signal.addEventListener('abort', () => request.abort(), { once: true });
  if (signal.aborted) reject(signal.reason);
  else request.send(body);
  return promise;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A form of one file. Browsers spell quotes in a name as `%22`, which is a name too: this one says it as it is (RFC 8187). */
function formOf(file: Blob, name: string): { body: Blob; type: string } {
  const boundary = `millrace-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const spelled = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const head = [
    `--${boundary}`,
    `content-disposition: form-data; name="file"; filename*=UTF-8''${spelled}`,
    'content-type: application/octet-stream',
    '',
    '',
  ].join('\r\n');
  return {
    body: new Blob([head, file, `\r\n--${boundary}--\r\n`]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}
