import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings/settings.ts';

/** Headers that keep browsers from what a page of ours never does, and answers out of caches. */
export async function protectiveHeaders(app: FastifyInstance, { MILLRACE_BASE_URL: base }: Settings): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        upgradeInsecureRequests: null,
      },
    },
    xFrameOptions: { action: 'deny' },
    // without any, a browser says `Origin: null` of a form of ours, as of one of another site
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity:
      base?.startsWith('https:') === true ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  // what sets a cookie or returns a token is public in part: a sign-in, and all that leads to it
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control') || reply.hasHeader('set-cookie')) reply.header('cache-control', 'no-store');
  });
}
