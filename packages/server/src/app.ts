import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { resources } from './routes.ts';
import { auditRequests } from './http/audit.ts';
import { authenticate } from './http/authenticate.ts';
import { largestBody, readBodies } from './http/bodies.ts';
import { answerBrokenRequest } from './http/broken-requests.ts';
import { compressAnswers } from './http/compress.ts';
import { deleteOnFullDisk } from './http/deletions.ts';
import { asProblem, handleErrors, sendProblem } from './http/error-handler.ts';
import { protectiveHeaders } from './http/headers.ts';
import { lazySchemas } from './http/lazy-schemas.ts';
import { openapi } from './http/openapi.ts';
import { servePage } from './http/page.ts';
import { rateLimit } from './http/rate-limit.ts';
import { cutSlowBodies, hasBody } from './http/slow-bodies.ts';

/** Routes that machines ask for again and again. */
const watching: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/actuator/health', '/metrics']);

export interface AppOptions {
  /** Folder of the built page; without it there is the interface alone. */
  readonly page?: string;
  /** Milliseconds after which a line is given up on which nothing comes that is awaited. */
  readonly lineMs?: number;
  /** Milliseconds in which a body that is read whole must come, or a good part of a large one. */
  readonly bodyMs?: number;
  /** Milliseconds in which a good part of an upload must come. */
  readonly uploadMs?: number;
  /** Milliseconds in which the head of a request must come. */
  readonly headMs?: number;
}

/** The service over HTTP. */
export async function buildApp(
  context: Context,
  { page, lineMs = 120_000, bodyMs = 30_000, uploadMs = 120_000, headMs = 30_000 }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: context.log.child({ part: 'http' }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: context.settings.MILLRACE_TRUSTED_PROXIES?.split(',').map((one) => one.trim()) ?? false,
    bodyLimit: largestBody,
    // an upload takes as long as it takes; one that comes by drops, and a line on which nothing comes, are given up
    requestTimeout: 0,
    http: { headersTimeout: headMs, connectionsCheckingInterval: Math.min(headMs, 10_000) },
    connectionTimeout: lineMs,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void sendProblem(request, reply, asProblem(error)),
    schemaController: { compilersFactory: lazySchemas },
    routerOptions: { maxParamLength: 4_096, ignoreTrailingSlash: true },
    // strict numbers would let the text 1e400 through, past all bounds
    ajv: {
      customOptions: {
        coerceTypes: true,
        removeAdditional: false,
        allErrors: false,
        useDefaults: true,
        strictNumbers: false,
      },
    },
  });
  await protectiveHeaders(app, context.settings);
  compressAnswers(app);
  await app.register(cookie);
  await app.register(multipart, {
    limits: { fileSize: Number.MAX_SAFE_INTEGER, files: 1_000, fields: 100, parts: 1_100 },
  });
  readBodies(app);
  await app.register(swagger, openapi);
  auditRequests(app, context);
  authenticate(app, context, await rateLimit(app, context));
  await serveDescription(app);
  endIdleConnections(app, context.ending);
  waitForHandlers(app);
  cutSlowBodies(app, bodyMs, uploadMs);
  logAnswers(app, context);
  deleteOnFullDisk(app, context.reserve);
  handleErrors(app, context.reserve, page === undefined ? undefined : await servePage(app, page));
  for (const resource of resources) await app.register(resource(context));
  return app;
}

/** Serves the description of the interface, and a page that shows it. */
async function serveDescription(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
    for (const [alias, own] of [
      ['/swagger-ui.html', '/docs'],
      ['/v2/api-docs', '/docs/json'],
    ] as const)
      docs.get(alias, { schema: { hide: true } }, (_request, reply) => reply.redirect(own, 302));
  });
}

/** Names each request in its answer, logs the answer and counts it. */
function logAnswers(app: FastifyInstance, { metrics }: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime }) => {
    // the route, not the address: that may hold private data
    const { method, routeOptions, principal } = request;
    const { url: route = 'none' } = routeOptions;
    metrics.request(method, route, status, elapsedTime / 1_000);
    const level = watching.has(route) ? 'debug' : 'info';
    request.log[level]({ method, route, status, ms: Math.round(elapsedTime), user: principal?.username }, 'answered');
  });
}

/** A request that has come whole is answered however long that takes: nothing comes on its line in the meantime. */
function waitForHandlers(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers }, reply) => {
    const wait = (): void => {
      if (!reply.sent) raw.socket.setTimeout(0);
    };
    if (hasBody({ headers })) raw.once('end', wait);
    else wait();
  });
  // a client that does not take the answer is given up
  app.addHook('onSend', async ({ raw }) => void raw.socket.setTimeout(app.server.timeout));
}

/**
 * At the end, a connection that is kept for more requests ends with the request that it carries; as soon as the service
 * begins to end, clients are informed.
 */
function endIdleConnections(app: FastifyInstance, stopSignal: AbortSignal): void {
  let ending = false;
  app.addHook('onSend', async (_request, reply) => {
    if (stopSignal.aborted) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    ending = true;
  });
  app.addHook('onResponse', async () => {
    if (ending) setImmediate(() => app.server.closeIdleConnections());
  });
}
