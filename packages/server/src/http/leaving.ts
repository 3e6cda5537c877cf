import type { FastifyReply } from 'fastify';

/** Aborts when the client of a request is gone: nobody waits for the answer. */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
