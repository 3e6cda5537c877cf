import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Settings } from '../settings/settings.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True once a GET has turned out to change something. */
    changes: boolean;
    /** True once the request is in the audit log. */
    isNoted: boolean;
    /** Who signs in with this request: as whom they try, and who they are once that is known. */
    signsIn: { id: number | null; username: string } | null;
  }
}

/** Methods that read (RFC 9110, 9.2.1). */
export const readMethods = ['GET', 'HEAD', 'OPTIONS'];

/** True for a request that changes something. */
export const changesSomething = ({ method, changes, routeOptions: { config } }: FastifyRequest): boolean =>
  changes || (config.changes ?? !readMethods.includes(method));

/** The id in a short answer: `7`, `{"id":7,…}`, or a sentence that ends with `id 7`. */
const createdId = (answer: string): string | null => {
  const [, number, last] = /^(?:\{"id":)?(\d+)(?:[,}].*)?$|\bid (\d+)$/.exec(answer.slice(0, 1_000)) ?? [];
  return number ?? last ?? null;
};

/** Whether the setting wants a request in the log: all changes, what is taken away too, or all that a user reads. */
function isAudited(request: FastifyRequest, setting: Settings['MILLRACE_AUDIT']): boolean {
  const { access, exports = false } = request.routeOptions.config;
  if (changesSomething(request)) return true;
  if (setting === 'changes' || access === 'public' || request.method === 'OPTIONS') return false;
  return setting === 'reads' || exports;
}

/** What a request that reads is about: the path of a file that it names. */
const pathIn = ({ query }: FastifyRequest): string => {
  const { path } = (query ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' ? path : '';
};

/**
 * Logs which user asked for which change or, if the setting says so, for what to read, and how it was answered; bodies are not
 * looked at. What is sent counts, not what has arrived: a change whose client has hung up in the meantime is noted too.
 */
export function auditRequests(
  app: FastifyInstance,
  { audit, now, settings }: Pick<Context, 'audit' | 'now' | 'settings'>,
): void {
  app.decorateRequest('changes', false);
  app.decorateRequest('isNoted', false);
  app.decorateRequest('signsIn', null);
  const note = (request: FastifyRequest, statusCode: number, payload: unknown): void => {
    const { url, config } = request.routeOptions;
    if (request.isNoted || url === undefined || config.access === undefined) return;
    if (!isAudited(request, settings.MILLRACE_AUDIT)) return;
    const who = request.signsIn ?? request.principal;
    // callers without sign-in, and those that must wait, could fill the disk
    if (who === null || statusCode === 429) return;
    const parameters = Object.values((request.params ?? {}) as Record<string, unknown>).map(String);
    const isChange = changesSomething(request);
    const recordId = isChange && typeof payload === 'string' && statusCode < 300 ? createdId(payload) : null;
    const about = isChange ? (recordId ?? '') : pathIn(request);
    request.isNoted = true;
    audit.note({
      at: now(),
      userId: who.id,
      userName: who.username,
      action: `${request.method} ${url}`,
      target: (parameters.length > 0 ? parameters.join('/') : about).slice(0, 1_000),
      status: statusCode,
      requestId: request.id,
    });
  };
  app.addHook('onSend', async (request, { statusCode }, payload) => note(request, statusCode, payload));
  // a stream of events is sent past the hooks
  app.addHook('onResponse', async (request, { statusCode }) => note(request, statusCode, undefined));
}
