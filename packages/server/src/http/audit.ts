import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True once a GET has turned out to change something. */
    changes: boolean;
    /** Who signs in with this request: as whom they try, and who they are once that is known. */
    signsIn: { id: number | null; username: string } | null;
  }
}

/** Methods that read (RFC 9110, 9.2.1). */
export const reads = ['GET', 'HEAD', 'OPTIONS'];

/** True for a request that changes something. */
export const changesSomething = ({ method, changes, routeOptions: { config } }: FastifyRequest): boolean =>
  changes || (config.changes ?? !reads.includes(method));

/** The id in a short answer: `7`, `{"id":7,…}`, or a sentence that ends with `id 7`. */
const madeIn = (answer: string): string | null => {
  const [, number, last] = /^(?:\{"id":)?(\d+)(?:[,}].*)?$|\bid (\d+)$/.exec(answer.slice(0, 1_000)) ?? [];
  return number ?? last ?? null;
};

/**
 * Notes who asked for which change, and how it was answered; bodies are not looked at. What is sent counts, not what has
 * arrived: a change whose client has hung up meanwhile is noted too.
 */
export function auditRequests(app: FastifyInstance, { audit, now }: Pick<Context, 'audit' | 'now'>): void {
  app.decorateRequest('changes', false);
  app.decorateRequest('signsIn', null);
  app.addHook('onSend', async (request, { statusCode }, payload) => {
    const { url, config } = request.routeOptions;
    if (url === undefined || config.access === undefined || !changesSomething(request)) return;
    const who = request.signsIn ?? request.principal;
    // nobody, and who is told to wait, could fill the disk
    if (who === null || statusCode === 429) return;
    const named = Object.values((request.params ?? {}) as Record<string, unknown>).map(String);
    const made = typeof payload === 'string' && statusCode < 300 ? madeIn(payload) : null;
    audit.note({
      at: now(),
      userId: who.id,
      userName: who.username,
      action: `${request.method} ${url}`,
      target: (named.length > 0 ? named.join('/') : (made ?? '')).slice(0, 1_000),
      status: statusCode,
      requestId: request.id,
    });
  });
}
