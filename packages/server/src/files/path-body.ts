import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { parseBody } from '../http/bodies.ts';
import { Problem } from '../problems.ts';
import { bodyNotUtf8 } from '../refusals.ts';

const maxBytes = 16_384;

/**
 * The path that is the body of a GET, which Fastify leaves unread: as plain text, as a JSON text, as `{"path": …}` or as
 * the field `path` of a form. Undefined if there is none.
 */
export async function pathInBody(request: FastifyRequest): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request.raw as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new Problem('TOO_LARGE', `the path is longer than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  if (!isUtf8(body)) throw bodyNotUtf8();
  const text = body.toString().trim();
  if (text === '') return undefined;
  if (/^["{]/.test(text)) {
    const value = await parseBody(body);
    const path = typeof value === 'object' && value !== null && 'path' in value ? value.path : value;
    if (typeof path !== 'string') throw new Problem('MALFORMED', 'the request body must be a path');
    return path;
  }
  const form = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
  return form && text.startsWith('path=') ? (new URLSearchParams(text).get('path') ?? undefined) : text;
}
