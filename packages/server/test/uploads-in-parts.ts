import { base, is } from './files-calls.ts';
import type { Answer, Client } from './support.ts';

export const partType = 'application/offset+octet-stream';

/** Asks for the upload of a file in parts. */
export const begin = (
  client: Client,
  query: string,
  name: string,
  bytes: number | string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  client.send('POST', `${base}/files/uploads?${query}`, undefined, {
    'upload-length': String(bytes),
    'upload-metadata': `filetype dGV4dA==,filename ${Buffer.from(name).toString('base64')}`,
    ...headers,
  });

/** Begins one that is not refused, and returns its address. */
export async function beginUpload(...args: Parameters<typeof begin>): Promise<string> {
  const answer = await begin(...args);
  is(answer, 201);
  return answer.headers.get('location') ?? '';
}

/** Sends bytes of an upload. */
export const part = (
  client: Client,
  address: string,
  offset: number | string,
  bytes: Uint8Array | string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  client.send('PATCH', address, bytes, { 'content-type': partType, 'upload-offset': String(offset), ...headers });

/** From where an upload goes on. */
export async function offsetOf(client: Client, address: string): Promise<number> {
  const answer = await client.send('HEAD', address);
  is(answer, 200);
  return offsetIn(answer);
}

export const offsetIn = ({ headers }: Answer): number => Number(headers.get('upload-offset') ?? Number.NaN);
