import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How long browsers may keep a file that the build has named after its contents. */
const forEver = 'public, max-age=31536000, immutable';

/** The built page. */
export interface Page {
  /** Answers with the page itself if a person asks for it; false if a program asks for something else. */
  answers(request: FastifyRequest, reply: FastifyReply): boolean;
}

/**
 * Serves the built page from a folder: its files next to the interface, and the page itself at every address that is
 * neither; it knows what it shows there.
 */
export async function servePage(app: FastifyInstance, folder: string): Promise<Page> {
  const index = await readFile(join(folder, 'index.html'), 'utf8');
  const scripts = ["script-src 'self'", ...hashesOfScripts(index)].join(' ');
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
      route.schema = { ...route.schema, hide: true };
    });
    const common = { preCompressed: true, index: false, cacheControl: false } as const;
    await files.register(fastifyStatic, {
      ...common,
      root: join(folder, 'assets'),
      prefix: '/assets/',
      setHeaders: (reply) => void reply.header('cache-control', forEver),
    });
    // a route for each would slow the start: these are two
    await files.register(fastifyStatic, {
      ...common,
      root: folder,
      wildcard: false,
      globIgnore: ['assets/**', 'index.html', 'stamp', '*.br', '*.gz'],
      decorateReply: false,
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    });
  });
  return {
    answers: (request, reply) => {
      if (!wantsPage(request)) return false;
      const policy = String(reply.getHeader('content-security-policy')).replace("script-src 'self'", scripts);
      void reply
        .code(200)
        .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
        .type('text/html; charset=utf-8')
        .send(index);
      return true;
    },
  };
}

/** What stands in the page itself, as a policy of contents names it: that runs, and nothing that a user has put next to it. */
const hashesOfScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** Addresses below which nothing but the interface answers. */
const ofInterface = /^\/(?:api|assets|docs|login|metrics|health|actuator)(?:[/?]|$)/;

const wantsPage = ({ method, headers: { accept = '' }, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && accept.includes('text/html') && !ofInterface.test(url);
