import { Type } from 'typebox';
import { endAccess } from '../access/end-access.ts';
import { hashPassword, isPassword } from '../access/passwords.ts';
import { hashOf, may } from '../access/principal.ts';
import { requireRight } from '../access/projects.ts';
import { requireReach } from '../access/reach.ts';
import { Throttle } from '../access/throttle.ts';
import { sessionCookie } from '../access/sessions.ts';
import { whoIs } from '../http/authenticate.ts';
import { Problem, tooMany } from '../problems.ts';
import { IdParams, say, sentence } from '../http/types.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { Email, Password, UserBody } from './save.ts';
import { notFound } from '../refusals.ts';

const { firstName, lastName } = UserBody.properties;

const wrongPassword = 'wrong old password: the password was not changed';

const tags = ['Users'];
const signedIn = { access: 'signed-in' as const };

/** What people change about themselves. */
export const ownUser: Resource = (context) => async (app) => {
  for (const add of [addProfile, addProject, addPassword]) add(app, context);
};

const addProfile: AddRoutes = (app, { db, now }) => {
  app.put(
    '/api/v1/users/profile',
    {
      config: signedIn,
      schema: {
        tags,
        querystring: Type.Object({ username: Type.Optional(Type.String()) }),
        body: Type.Object({ email: Type.Optional(Email), firstName, lastName }),
        ...sentence,
      },
    },
    async (request, reply) => {
      const who = whoIs(request);
      const { username = who.username } = request.query;
      const absent = notFound('user', username);
      if (username !== who.username) {
        if (!may(who, 'users.manage')) throw absent;
        const user = await db
          .selectFrom('users')
          .select(['id', 'isSuperuser'])
          .where('username', '=', username)
          .executeTakeFirst();
        if (user === undefined) throw absent;
        await requireReach(db, who, user);
      }
      const { email, firstName: first, lastName: last } = request.body;
      await db
        .updateTable('users')
        .set({ email, firstName: first ?? undefined, lastName: last ?? undefined, dateLastUpdated: now() })
        .where('username', '=', username)
        .execute();
      return say(reply, `User Profile of ${username} updated successfully`);
    },
  );
};

const addProject: AddRoutes = (app, { db }) => {
  app.put(
    '/api/v1/user/currentProject/:id',
    { config: { ...signedIn, scopes: ['write'] }, schema: { tags, params: IdParams, ...sentence } },
    async (request, reply) => {
      const { id } = request.params;
      const who = whoIs(request);
      await requireRight(db, who, id, 'VIEW');
      await db.updateTable('users').set({ currentProjectId: id }).where('id', '=', who.id).execute();
      return say(reply, `Current project is ${id}`);
    },
  );
};

const addPassword: AddRoutes = (app, { db, now }) => {
  const throttle = new Throttle(now);

  app.post(
    '/api/v1/users/password',
    {
      config: signedIn,
      schema: {
        tags,
        description:
          'Changes the password of the caller, ends their other sessions and deletes all their access tokens.',
        body: Type.Object({ oldPassword: Type.String({ maxLength: 1_000 }), newPassword: Password }),
        ...sentence,
      },
    },
    async (request, reply) => {
      const { id, username, by } = whoIs(request);
      const { oldPassword, newPassword } = request.body;
      const { passwordHash } = await db
        .selectFrom('users')
        .select('passwordHash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const attempt = await throttle.attempt(username, request.ip, () => isPassword(oldPassword, passwordHash));
      if ('waitMs' in attempt) throw tooMany(attempt.waitMs);
      if (!attempt.right)
        throw new Problem('FORBIDDEN', wrongPassword, {
          errors: [{ field: 'oldPassword', message: wrongPassword, code: 'FORBIDDEN' }],
        });
      const newHash = await hashPassword(newPassword);
      const ownSession = by === 'cookie' ? hashOf(request.cookies[sessionCookie] ?? '') : undefined;
      await db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('users')
          .set({ passwordHash: newHash, dateLastUpdated: now() })
          .where('id', '=', id)
          .where('passwordHash', '=', passwordHash)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new Problem('CONFLICT', 'the password was changed in the meantime');
        await endAccess(tx, id, ownSession);
      });
      return say(reply, 'Password changed successfully');
    },
  );
};
