import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenFile } from './file-space.ts';

/**
 * Sends a file, or the range of it that is asked for (RFC 9110, 14), to be saved under its name. Takes over the file.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  file: OpenFile,
): Promise<FastifyReply> {
  const { size, modified } = file;
  const tag = `"${size.toString(36)}-${modified.getTime().toString(36)}"`;
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': disposition(name),
    etag: tag,
    'last-modified': modified.toUTCString(),
  });
  reply.type('application/octet-stream');
  const condition = request.headers['if-range'];
  const isSame = condition === undefined || condition === tag || condition === modified.toUTCString();
  const range = isSame && request.method === 'GET' ? rangeOf(request.headers.range, size) : undefined;
  const { start, end } = range === undefined || range === 'none' ? { start: 0, end: size } : range;
  if (range === 'none') {
    reply.code(416).headers({ 'content-range': `bytes */${size}`, 'content-length': 0 });
  } else {
    if (range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`);
    reply.header('content-length', end - start);
  }
  if (range !== 'none' && request.method === 'GET') return reply.send(file.read(start, end));
  await file[Symbol.asyncDispose]();
  return reply.send(Readable.from([]));
}

/** From `start` to before `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The range that a header asks for: undefined for the whole file (as for several ranges, and for what is no range), none
 * if the file does not reach that far.
 */
export function rangeOf(header: string | undefined, size: number): Range | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return Number(last) === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  const [start, end] = [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)];
  return start < size ? { start, end } : 'none';
}

/** How a file is to be saved: its name in ASCII for the old, and all of it for the others (RFC 6266, RFC 8187). */
export function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
