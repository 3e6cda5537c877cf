import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';

/** How much of a body must come in each span of time. */
interface Pace {
  readonly bytes: number;
  readonly ms: number;
  readonly says: string;
}

/** Bytes in each span of `bodyMs`, 17 kB a second: all of a body comes within a quarter of an hour. */
const minimumRate = 512 << 10;
/** Bytes of an upload in each span of `uploadMs`, 1.1 kB a second: what is sent on purpose comes faster on any line. */
const minimumUploadRate = 128 << 10;

/** Bodies that a route reads as they come, and that take as long as they take, if they come along: files. */
const streamTypes = /^\s*(?:multipart\/|application\/offset\+octet-stream\b)/i;

/** The event of a body whose reader wants to hear of TOO_SLOW apart from its errors, which end the connection. */
export const tooSlow = Symbol('too slow');

/** True for a request that brings a body. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends requests whose body comes so slowly that it must be meant to hold a connection (TOO_SLOW), and connections on which a
 * body goes on coming after its request has been answered.
 */
export function cutSlowBodies(app: FastifyInstance, bodyMs: number, uploadMs: number): void {
  const [bodySeconds, uploadSeconds] = [bodyMs, uploadMs].map((ms) => Math.ceil(ms / 1_000));
  const whole: Pace = {
    bytes: minimumRate,
    ms: bodyMs,
    says: `the request body arrives too slowly: send it within ${bodySeconds} seconds`,
  };
  const upload: Pace = {
    bytes: minimumUploadRate,
    ms: uploadMs,
    says: `the upload is too slow: send at least ${minimumUploadRate >> 10} kB in ${uploadSeconds} seconds, or use a resumable upload`,
  };
  app.addHook('preParsing', async (request, reply) => {
    if (!hasBody(request)) return;
    const isStreamed = streamTypes.test(request.headers['content-type'] ?? '');
    const { bytes, ms, says } = isStreamed ? upload : whole;
    const { raw } = request;
    let before = raw.socket.bytesRead;
    let judgedAt = performance.now();
    const judge = (): void => {
      const received = raw.socket.bytesRead - before;
      const elapsed = performance.now() - judgedAt;
      before = raw.socket.bytesRead;
      judgedAt += elapsed;
      // what could have come in a span in which this process stood still is unknown
      if (received >= bytes || elapsed > 1.5 * ms) return;
      // what has come and waits to be read is not the sender's fault
      if (isStreamed && raw.readableLength > 0) return;
      const event = raw.listenerCount(tooSlow) > 0 ? tooSlow : 'error';
      const isHeard = raw.listenerCount(event) > 0;
      // a route that reads it as it comes may not have begun
      if (isHeard || !isStreamed) clearInterval(timer);
      // of a call that takes no body, it is never read
      if (!isHeard) return;
      reply.header('connection', 'close');
      // the reader of the body answers with what is wrong with it
      raw.emit(event, new Problem('TOO_SLOW', says));
    };
    // behind the reads of this turn of the event loop: what came while it was busy counts
    const timer = setInterval(() => void setImmediate(() => raw.destroyed || raw.complete || judge()), ms).unref();
    raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer));
    reply.raw.once('finish', () => clearInterval(timer));
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => raw.socket.destroy(), bodyMs).unref();
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
}
