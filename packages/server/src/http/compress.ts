import { promisify } from 'node:util';
import { gzip as gzipWith } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const gzip = promisify(gzipWith);

/** Bytes from which an answer is worth compressing. */
const minBytes = 1_024;

/** JSON, what is written in it, and pages. */
const compressible = /^(?:application\/(?:[\w.]+\+)?json|text\/html)\b/;

/** True if a client takes answers that are packed with gzip (RFC 9110, 12.5.3). */
export const takesGzip = (accepts: string): boolean =>
  /(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepts);

/**
 * Answers JSON and pages compressed to who takes that. Streams (files, events) stay as they are; zlib works in threads of its own.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers, method }, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (method === 'HEAD' || reply.hasHeader('content-encoding')) return payload;
    if (!compressible.test(String(reply.getHeader('content-type') ?? ''))) return payload;
    if (Buffer.byteLength(payload) < minBytes) return payload;
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
    if (!takesGzip(String(headers['accept-encoding'] ?? ''))) return payload;
    reply.removeHeader('content-length').header('content-encoding', 'gzip');
    return gzip(payload);
  });
}
