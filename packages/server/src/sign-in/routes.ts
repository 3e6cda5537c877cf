import { Type } from 'typebox';
import { permissionsOf } from '../access/principal.ts';
import { isPassword } from '../access/passwords.ts';
import { sessionsOf } from '../access/sessions.ts';
import { Throttle } from '../access/throttle.ts';
import { whoIs } from '../http/authenticate.ts';
import { wantsPage } from '../http/media.ts';
import { Problem, tooMany } from '../problems.ts';
import { component, Id } from '../http/types.ts';
import type { Resource } from '../http/resource.ts';
import type { Db } from '../store/database.ts';

/** Most bytes of a body that anybody may send. */
const smallBody = 16 << 10;

const Credentials = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.String({ maxLength: 1_000 }),
});

const Myself = component(
  'Caller',
  Type.Object({
    id: Id,
    username: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    isSuperuser: Type.Boolean(),
    permissions: Type.Array(Type.String()),
    currentProjectId: Type.Union([Id, Type.Null()]),
    currentConnectionId: Type.Union([Id, Type.Null()]),
  }),
);

/** Ways to sign in. */
const Methods = Type.Object({ password: Type.Boolean(), oidc: Type.Boolean() });

/** Signing in and out with a cookie. */
export const signIn: Resource = (context) => async (app) => {
  const { db, now, settings } = context;
  const throttle = new Throttle(now);
  const sessions = sessionsOf(context);

  app.post(
    '/login',
    {
      config: { access: 'public' },
      bodyLimit: smallBody,
      schema: { tags: ['Sign-in'], body: Credentials, response: { 200: Myself } },
    },
    async (request, reply) => {
      const { username, password } = request.body;
      request.signsIn = { id: null, username };
      const user = await db
        .selectFrom('users')
        .select(['id', 'passwordHash', 'isActive'])
        .where('username', '=', username)
        .executeTakeFirst();
      const attempt = await throttle.attempt(username, request.ip, () =>
        isPassword(password, user?.isActive === 1 ? user.passwordHash : undefined),
      );
      if ('waitMs' in attempt) throw tooMany(attempt.waitMs);
      if (!attempt.right || user === undefined)
        throw new Problem('UNAUTHENTICATED', 'Access Denied: wrong user name or password');
      request.signsIn = { id: user.id, username };
      await sessions.begin(reply, user.id);
      if (wantsPage(request)) return reply.redirect('/', 302);
      return myself(db, user.id);
    },
  );

  app.post(
    '/logout',
    {
      config: { access: 'public' },
      bodyLimit: smallBody,
      schema: { tags: ['Sign-in'], response: { 200: Type.Object({ message: Type.String() }) } },
    },
    async (request, reply) => {
      await sessions.end(request, reply);
      return { message: 'signed out' };
    },
  );

  // some clients look at /login before they sign in
  for (const url of ['/login', '/login/methods'])
    app.get(
      url,
      { config: { access: 'public' }, schema: { tags: ['Sign-in'], response: { 200: Methods } } },
      async () => ({ password: true, oidc: settings.MILLRACE_OIDC_ISSUER !== undefined }),
    );

  app.get(
    '/api/v1/users/me',
    { config: { access: 'signed-in' }, schema: { tags: ['Sign-in'], response: { 200: Myself } } },
    async (request) => myself(db, whoIs(request).id),
  );
};

/** A user as they see themselves. */
async function myself(db: Db, id: number) {
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
}
