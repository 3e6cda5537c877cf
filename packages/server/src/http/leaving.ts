import type { FastifyReply } from 'fastify';

/** Aborts when the client of a request is gone: no caller waits for the answer. */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once('close', () => closed.abort());
  return closed.signal;
}
