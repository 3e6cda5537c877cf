import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { may, principalOf, type Principal } from '../access/principal.ts';
import { lackingScopes, scopeOf, scopesOf } from '../access/scopes.ts';
import type { Permission } from '../access/permissions.ts';
import { sessionCookie } from '../access/sessions.ts';
import type { Context } from '../context.ts';
import { changesSomething, readMethods } from './audit.ts';
import { sendProblem } from './error-handler.ts';
import { wantsPage } from './media.ts';
import { Problem } from '../problems.ts';
import { permissionRequired } from '../refusals.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, in the order of their registration. */
    allRoutes: readonly RouteOptions[];
    /** Host of the address under which people reach the service, if one is set. */
    ownHost: string | undefined;
  }
  interface FastifyRequest {
    principal: Principal | null;
  }
}

/** Who makes the request. Routes without sign-in have none. */
export function whoIs({ principal }: FastifyRequest): Principal {
  if (principal === null) throw new Problem('UNAUTHENTICATED', 'this request requires a signed-in user: sign in first');
  return principal;
}

/**
 * Finds out who makes each request and lets permitted callers through: every route says whom it is for. `count` fails for who asks
 * too often.
 */
export function authenticate(
  app: FastifyInstance,
  { db, now, settings, unwritten }: Context,
  count: (request: FastifyRequest) => Promise<void>,
): void {
  const { MILLRACE_BASE_URL: base } = settings;
  app.decorate('ownHost', base === undefined ? undefined : new URL(base).host);
  app.decorateRequest('principal', null);
  const routes: RouteOptions[] = [];
  app.decorate('allRoutes', routes);
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    for (const { config, method, url } of routes)
      if (config?.access === undefined) throw new Error(`route ${String(method)} ${url} does not declare its access`);
  });
  app.addHook('onRequest', async (request, reply) => {
    const { access, scopes } = request.routeOptions.config;
    if (access === undefined) return;
    let who: Principal | undefined;
    for (const { by, secret } of offeredBy(request)) {
      who ??= await principalOf(db, by, secret, now());
      if (by === 'cookie') who ??= await unwritten.principalOf(db, secret, now());
    }
    request.principal = who ?? null;
    await count(request);
    if (changesSomething(request) || !readMethods.includes(request.method)) refuseOtherSites(request);
    if (access === 'public') return;
    const refusal =
      who === undefined
        ? new Problem('UNAUTHENTICATED', 'Access Denied: sign in, or send a valid token')
        : (lackingScopes(who, scopesOf({ access, changes: changesSomething(request), scopes })) ??
          refusalOf(who, access));
    if (refusal === undefined) return;
    if (refusal.status === 403)
      request.log.info({ user: who?.username, route: request.routeOptions.url }, 'request forbidden');
    return sendProblem(request, reply, refusal);
  });
}

/** Fails if the user lacks a permission (FORBIDDEN). */
export function requirePermission(who: Principal, permission: Permission): void {
  const refusal = lackingScopes(who, [scopeOf(permission)]) ?? refusalOf(who, permission);
  if (refusal !== undefined) throw refusal;
}

function refusalOf(
  who: Principal,
  access: Exclude<NonNullable<FastifyRequest['routeOptions']['config']['access']>, 'public'>,
): Problem | undefined {
  if (access === 'signed-in' || may(who, access)) return undefined;
  return permissionRequired(access);
}

interface Offered {
  readonly by: Principal['by'];
  readonly secret: string;
}

/**
 * What a request offers, in the order in which it is tried. A token that is named as one counts alone; clients that work with
 * a cookie send `api_key` next to it with any word, which counts only if it is a token.
 */
function offeredBy({ headers, cookies }: FastifyRequest): readonly Offered[] {
  const bearer = /^bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const token = bearer ?? textOf(headers['token']);
  if (token !== undefined) return [{ by: 'token', secret: token }];
  const [key, cookie] = [textOf(headers['api_key']), cookies[sessionCookie]];
  return [
    ...(key === undefined || key === 'cookies' ? [] : [{ by: 'token', secret: key } as const]),
    ...(cookie === undefined ? [] : [{ by: 'cookie', secret: cookie } as const]),
  ];
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && header !== '' ? header : undefined;

/**
 * Refuses what a page of another site makes a browser send (CROSS_SITE), and notes that the request changes something. A
 * browser says where a request comes from (Origin, Sec-Fetch-Site); other clients say nothing and travel with no one's
 * cookie but their own, and a token does not travel by itself. Without TLS a browser is silent about a link that it
 * follows, and known by its request for a page: no page of ours changes anything by a link.
 */
export function refuseOtherSites(request: FastifyRequest): void {
  request.changes ||= request.method === 'GET';
  if ((request.principal ?? offeredBy(request)[0])?.by === 'token') return;
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const { ownHost } = request.server;
  const from = origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined;
  const other =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && (from === undefined || (from !== host && from !== ownHost))) ||
    (site === undefined && request.method === 'GET' && wantsPage(request));
  if (other)
    throw new Problem('CROSS_SITE', 'a browser request that changes something must come from a page of this service');
}
