import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { StoredEvent } from './recorder.ts';
import { isLive } from './status.ts';
import { invalidParameter } from '../refusals.ts';

/** Milliseconds between looks into the store, since another process may work on the run; and between signs of life. */
const [pollInterval, sign] = [1_000, 15_000];

/**
 * The events of a run as server-sent events, from the first or from behind `Last-Event-ID`, until the run has ended
 * (HTML, Server-sent events). Each event's id is its number.
 */
export async function streamEvents(
  { db, runs }: Pick<Context, 'db' | 'runs'>,
  id: number,
  request: FastifyRequest,
  reply: FastifyReply,
  ending: AbortSignal,
): Promise<void> {
  let lastSeq = lastEventOf(request);
  const { raw } = reply;
  beginStream(request, reply);
  const write = ({ seq, event }: Pick<StoredEvent, 'seq' | 'event'>): void => {
    lastSeq = seq;
    raw.write(`id: ${seq}\ndata: ${event}\n\n`);
  };
  let wake = Promise.withResolvers<void>();
  const onNews = (): void => wake.resolve();
  runs.events.on(String(id), onNews);
  runs.events.on(`end ${id}`, onNews);
  raw.once('close', onNews);
  ending.addEventListener('abort', onNews);
  const timer = setInterval(onNews, pollInterval);
  const life = setInterval(() => raw.write(': active\n\n'), sign);
  try {
    while (!raw.destroyed && !ending.aborted) {
      wake = Promise.withResolvers<void>();
      // asked before the events are read: what comes between is met in the next round
      const row = await db.selectFrom('executions').select('status').where('id', '=', id).executeTakeFirst();
      const events = await db
        .selectFrom('executionEvents')
        .select(['seq', 'event'])
        .where('executionId', '=', id)
        .where('seq', '>', lastSeq)
        .orderBy('seq')
        .limit(500)
        .execute();
      events.forEach(write);
      if (events.length > 0) continue;
      // who reads the log next finds all of it
      if (row === undefined || (!isLive(row.status) && !runs.isAtWork(id))) break;
      await wake.promise;
    }
    raw.end();
  } catch (error) {
    request.log.error({ err: error }, 'event stream broken');
    raw.destroy();
  } finally {
    clearInterval(timer);
    clearInterval(life);
    ending.removeEventListener('abort', onNews);
    runs.events.off(String(id), onNews);
    runs.events.off(`end ${id}`, onNews);
  }
}

/** The number of the last event that the client has; 0 if it has none. */
function lastEventOf(request: FastifyRequest): number {
  const after = request.headers['last-event-id'] ?? (request.query as { lastEventId?: string }).lastEventId ?? '0';
  if (typeof after !== 'string' || !/^\d{1,15}$/.test(after))
    throw invalidParameter('Last-Event-ID', String(after), 'must be a whole number');
  return Number(after);
}

/** Sends the head of a stream of events. */
function beginStream(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  // a client that does not take it is given up
  request.raw.socket.setTimeout(request.server.server.timeout);
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  reply.raw.flushHeaders();
}
