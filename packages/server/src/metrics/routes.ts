import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '../problems.ts';
import type { Resource } from '../http/resource.ts';

/** Numbers for Prometheus: for callers with the token that is set, or, if none is, for this machine alone. */
export const metricsText: Resource =
  ({ settings, metrics, store, host, runs }) =>
  async (app) => {
    const token = settings.MILLRACE_METRICS_TOKEN;
    app.get(
      '/metrics',
      {
        config: { access: 'public' },
        schema: { tags: ['Operation'], produces: ['text/plain'], response: { 200: Type.String() } },
      },
      async (request, reply) => {
        if (token === undefined ? !isFromHere(request) : !carries(request, token)) throw refusal(token !== undefined);
        const text = await metrics.text({ store, host, runs });
        return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
      },
    );
  };

const refusal = (isSet: boolean): Problem =>
  isSet
    ? new Problem('UNAUTHENTICATED', 'Access Denied: send the value of MILLRACE_METRICS_TOKEN as a bearer token')
    : new Problem(
        'FORBIDDEN',
        'metrics can be read only from the machine of the service: set MILLRACE_METRICS_TOKEN to read them from elsewhere',
      );

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function carries({ headers }: FastifyRequest, token: string): boolean {
  const bearer = /^bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return bearer !== undefined && timingSafeEqual(digest(bearer), digest(token));
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.')) || /^::ffff:127\./.test(host);

/** True for a request of this machine that no proxy has passed on, and that no page of another name has made. */
function isFromHere({ ip, hostname, headers }: FastifyRequest): boolean {
  const passedOn = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return !passedOn && isLoopback(ip) && isLoopback(hostname.replaceAll(/[[\]]/g, ''));
}
