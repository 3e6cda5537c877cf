import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problems.ts';

/** Bytes of a body that must come in each span of `bodyMs`, 17 kB a second: all of one comes within a quarter of an hour. */
const leastBytes = 512 << 10;

/** Bodies that a route reads as they come, and that take as long as they take: files. */
const streamed = /^\s*(?:multipart\/|application\/offset\+octet-stream\b)/i;

/** True for a request that brings a body. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends requests whose body, which is read whole before anything is done with it, comes so slowly that it must be meant to
 * hold a connection (TOO_SLOW), and connections on which a body goes on coming after its request has been answered.
 */
export function cutSlowBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook('preParsing', async (request, reply) => {
    if (!hasBody(request) || streamed.test(request.headers['content-type'] ?? '')) return;
    const { raw } = request;
    let before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      const came = raw.socket.bytesRead - before;
      before = raw.socket.bytesRead;
      if (came >= leastBytes) return;
      clearInterval(timer);
      // of a call that takes no body, nobody reads it
      if (raw.listenerCount('error') === 0) return;
      reply.header('connection', 'close');
      const seconds = Math.ceil(bodyMs / 1_000);
      // whoever reads the body answers with what is wrong with it
      raw.emit(
        'error',
        new Problem('TOO_SLOW', `the body of the request comes too slowly: send it within ${seconds} seconds`),
      );
    }, bodyMs).unref();
    raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer));
    reply.raw.once('finish', () => clearInterval(timer));
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => raw.socket.destroy(), bodyMs).unref();
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
}
