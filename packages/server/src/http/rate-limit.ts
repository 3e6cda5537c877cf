import limiter from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../access/throttle.ts';
import type { Settings } from '../settings.ts';
import { Problem } from './problems.ts';

const minute = 60_000;
/** An address where nobody has signed in may ask for the same divided by this. */
const lessForNobody = 10;

/** Gives what counts a request against the limit of its user, or of its address, and fails with TOO_MANY beyond it. */
export async function rateLimit(
  app: FastifyInstance,
  { MILLRACE_RATE_LIMIT: most }: Settings,
): Promise<(request: FastifyRequest) => Promise<void>> {
  if (most === 0) return async () => undefined;
  await app.register(limiter, { global: false, cache: 100_000 });
  const count = app.createRateLimit({
    timeWindow: minute,
    max: ({ principal }) => (principal === null ? Math.ceil(most / lessForNobody) : most),
    keyGenerator: ({ principal, ip }) => (principal === null ? `address ${networkOf(ip)}` : `user ${principal.id}`),
  });
  return async (request) => {
    // whoever watches the service is not to take it for dead
    if (/^\/(health|actuator)\//.test(request.url)) return;
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    throw new Problem('TOO_MANY', 'too many requests in one minute: try again later', {
      retryAfter: counted.ttlInSeconds,
    });
  };
}
