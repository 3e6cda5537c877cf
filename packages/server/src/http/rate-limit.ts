import limiter from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../access/throttle.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problems.ts';

const minute = 60_000;
/** An address without a sign-in may ask for the same divided by this. */
const lessForNobody = 10;

/** Most users and addresses that are counted at once. */
const maxKeys = 100_000;

interface Window {
  current: number;
  begunAt: number;
}

type CountCallback = (error: Error | null, count: { current: number; ttl: number }) => void;

/**
 * Where requests of a minute are counted by user or address. The store of the library goes by a clock that may be set back:
 * a window that was begun ahead of the clock would last until the clock has caught up with it.
 */
function windowsOf(now: () => number) {
  const windows = new Map<string, Window>();
  return class Windows {
    incr(key: string, callback: CountCallback, timeWindow: number): void {
      const at = now();
      const previous = windows.get(key);
      const isOpen = previous !== undefined && previous.begunAt <= at && at < previous.begunAt + timeWindow;
      const window = isOpen ? previous : { current: 0, begunAt: at };
      window.current++;
      // the oldest come first
      windows.delete(key);
      windows.set(key, window);
      if (windows.size > maxKeys) for (const oldest of windows.keys().take(1)) windows.delete(oldest);
      callback(null, { current: window.current, ttl: timeWindow - (at - window.begunAt) });
    }

    child(): Windows {
      return this;
    }
  };
}

/** Returns what counts a request against the limit of its user, or of its address, and fails with TOO_MANY beyond it. */
export async function rateLimit(
  app: FastifyInstance,
  { settings: { MILLRACE_RATE_LIMIT: max }, now }: Pick<Context, 'settings' | 'now'>,
): Promise<(request: FastifyRequest) => Promise<void>> {
  if (max === 0) return async () => undefined;
  await app.register(limiter, { global: false, store: windowsOf(now) });
  const count = app.createRateLimit({
    timeWindow: minute,
    max: ({ principal }) => (principal === null ? Math.ceil(max / lessForNobody) : max),
    keyGenerator: ({ principal, ip }) => (principal === null ? `address ${networkOf(ip)}` : `user ${principal.id}`),
  });
  return async (request) => {
    // a monitor of the service must not take it for dead
    if (/^\/(health|actuator)\//.test(request.url)) return;
    const quota = await count(request);
    if (quota.isAllowed || !quota.isExceeded) return;
    throw new Problem('TOO_MANY', 'too many requests within one minute: try again later', {
      retryAfter: quota.ttlInSeconds,
    });
  };
}
