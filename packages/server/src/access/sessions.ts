import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isDiskFull } from '../store/away.ts';
import { hashOf, newSecret } from './principal.ts';

/** The cookie that holds the secret of a session. */
export const sessionCookie = 'millrace_session';

/** How long a session lasts, in ms. */
const sessionMs = 12 * 3_600_000;

/** Sessions of browsers: a secret in a cookie, of which the store has the hash. */
export interface Sessions {
  readonly cookie: {
    readonly path: string;
    readonly httpOnly: true;
    readonly sameSite: 'lax';
    readonly secure: boolean;
  };
  begin(reply: FastifyReply, userId: number): Promise<void>;
  /** Ends the session of a request, if it has one. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function sessionsOf({
  db,
  now,
  settings,
  log,
  reserve,
  unwritten,
}: Pick<Context, 'db' | 'now' | 'settings' | 'log' | 'reserve' | 'unwritten'>): Sessions {
  /** Does what a sign-in can do without, and returns whether the disk took it. */
  const unlessDiskFull = async (write: () => Promise<unknown>): Promise<boolean> => {
    try {
      await write();
      return true;
    } catch (error) {
      if (!(error instanceof Error && isDiskFull(error))) throw error;
      return false;
    }
  };

  const secure = settings.MILLRACE_BASE_URL?.startsWith('https:') ?? false;
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    cookie,
    async begin(reply, userId) {
      const [secret, at] = [newSecret(), now()];
      const values = { hash: hashOf(secret), userId, createdAt: at, expiresAt: at + sessionMs };
      const write = () => db.insertInto('sessions').values(values).execute();
      await unlessDiskFull(() => db.deleteFrom('sessions').where('expiresAt', '<', at).execute());
      if (!(await unlessDiskFull(write)) && !((await reserve.release()) && (await unlessDiskFull(write)))) {
        await unwritten.add(db, secret, userId, values.expiresAt);
        log.warn({ user: userId }, 'the disk is full: this session is stored in memory only');
      }
      await unlessDiskFull(() => db.updateTable('users').set({ lastSignInAt: at }).where('id', '=', userId).execute());
      reply.setCookie(sessionCookie, secret, { ...cookie, maxAge: sessionMs / 1_000 });
    },
    async end({ cookies }, reply) {
      const secret = cookies[sessionCookie];
      if (secret !== undefined) {
        unwritten.end(secret);
        await db.deleteFrom('sessions').where('hash', '=', hashOf(secret)).execute();
      }
      reply.clearCookie(sessionCookie, cookie);
    },
  };
}
