import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { sessionCookie } from '../http/authenticate.ts';
import { hashOf, newSecret } from './principal.ts';

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

export function sessionsOf({ db, now, settings }: Pick<Context, 'db' | 'now' | 'settings'>): Sessions {
  const secure = settings.MILLRACE_BASE_URL?.startsWith('https:') ?? false;
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    cookie,
    async begin(reply, userId) {
      const [secret, at] = [newSecret(), now()];
      await db.deleteFrom('sessions').where('expiresAt', '<', at).execute();
      await db
        .insertInto('sessions')
        .values({ hash: hashOf(secret), userId, createdAt: at, expiresAt: at + sessionMs })
        .execute();
      await db.updateTable('users').set({ lastSignInAt: at }).where('id', '=', userId).execute();
      reply.setCookie(sessionCookie, secret, { ...cookie, maxAge: sessionMs / 1_000 });
    },
    async end({ cookies }, reply) {
      const secret = cookies[sessionCookie];
      if (secret !== undefined) await db.deleteFrom('sessions').where('hash', '=', hashOf(secret)).execute();
      reply.clearCookie(sessionCookie, cookie);
    },
  };
}
