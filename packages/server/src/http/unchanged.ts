import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is the same as long as the process lives. */
export interface FixedText {
  readonly json: string;
  /** Its ETag: weak, for it is sent compressed or not. */
  readonly tag: string;
}

export function fixedText(value: unknown): FixedText {
  const json = JSON.stringify(value);
  return { json, tag: `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
}

/** Sends a fixed answer, or 304 to a client that has it already (RFC 9110, 13.1.2). */
export function sendFixed(request: FastifyRequest, reply: FastifyReply, { json, tag }: FixedText): FastifyReply {
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
  const tags = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^(?!W\/)/, 'W/')) ?? [];
  if (tags.includes(tag) || tags.includes('W/*')) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(json);
}
