import { Type } from 'typebox';
import { hashOf, newSecret, permissionsOf, principalOf } from '../../access/principal.ts';
import { isPassword } from '../../access/passwords.ts';
import { Throttle } from '../../access/throttle.ts';
import { sessionCookie, whoIs } from '../../http/authenticate.ts';
import { wantsPage } from '../../http/media.ts';
import { Problem, tooMany } from '../../http/problems.ts';
import { Id } from '../../http/types.ts';
import type { Resource } from '../resource.ts';

/** How long a session lasts, in ms. */
const sessionMs = 12 * 3_600_000;

const Credentials = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.String({ maxLength: 1_000 }),
});

const Myself = Type.Object({
  id: Id,
  username: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  isSuperuser: Type.Boolean(),
  permissions: Type.Array(Type.String()),
  currentProjectId: Type.Union([Id, Type.Null()]),
  currentConnectionId: Type.Union([Id, Type.Null()]),
});

/** Signing in and out with a cookie. */
export const signIn: Resource =
  ({ db, now, settings }) =>
  async (app) => {
    const throttle = new Throttle(now);
    const isSecure = settings.MILLRACE_BASE_URL?.startsWith('https:') ?? false;
    const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;

    const myself = async (id: number) => {
      const user = await db
        .selectFrom('users')
        .select([
          'id',
          'username',
          'firstName',
          'lastName',
          'email',
          'isSuperuser',
          'currentProjectId',
          'currentConnectionId',
        ])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { ...user, isSuperuser: user.isSuperuser === 1, permissions: [...(await permissionsOf(db, id))].sort() };
    };

    app.post(
      '/login',
      { config: { access: 'public' }, schema: { tags: ['Sign-in'], body: Credentials, response: { 200: Myself } } },
      async (request, reply) => {
        const { username, password } = request.body;
        request.signsIn = { id: null, username };
        const attempt = throttle.begin(username, request.ip);
        if (!('succeed' in attempt)) throw tooMany(attempt.waitMs);
        const user = await db
          .selectFrom('users')
          .select(['id', 'passwordHash', 'isActive'])
          .where('username', '=', username)
          .executeTakeFirst();
        const right = await isPassword(password, user?.isActive === 1 ? user.passwordHash : undefined);
        if (!right || user === undefined)
          throw new Problem('UNAUTHENTICATED', 'Access Denied: the user name or the password is wrong');
        attempt.succeed();
        request.signsIn = { id: user.id, username };
        const secret = newSecret();
        const at = now();
        await db.deleteFrom('sessions').where('expiresAt', '<', at).execute();
        await db
          .insertInto('sessions')
          .values({ hash: hashOf(secret), userId: user.id, createdAt: at, expiresAt: at + sessionMs })
          .execute();
        reply.setCookie(sessionCookie, secret, { ...cookie, maxAge: sessionMs / 1_000 });
        if (wantsPage(request)) return reply.redirect('/', 302);
        return myself(user.id);
      },
    );

    app.post(
      '/logout',
      {
        config: { access: 'public' },
        schema: { tags: ['Sign-in'], response: { 200: Type.Object({ message: Type.String() }) } },
      },
      async (request, reply) => {
        const secret = request.cookies[sessionCookie];
        if (secret !== undefined && (await principalOf(db, 'cookie', secret, now())) !== undefined)
          await db.deleteFrom('sessions').where('hash', '=', hashOf(secret)).execute();
        reply.clearCookie(sessionCookie, cookie);
        return { message: 'signed out' };
      },
    );

    app.get(
      '/api/v1/users/me',
      { config: { access: 'signed-in' }, schema: { tags: ['Sign-in'], response: { 200: Myself } } },
      async (request) => myself(whoIs(request).id),
    );
  };
