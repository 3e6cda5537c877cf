import { Type } from 'typebox';
import { requireReach } from '../access/reach.ts';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { Id, IdParams, paging, say, sentence } from '../http/types.ts';
import { orConflict } from '../store/constraints.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { noteFormerName } from './former-names.ts';
import { UserDetails, userDetails, UserParts, userParts } from './records.ts';
import { lockSuperusers, requireSuperuser, saveUser, UserBody, userFor } from './save.ts';

const Paging = Type.Object(paging(1_000));

const tags = ['Users'];
const manage = { access: 'users.manage' as const };

/** The people who may sign in. */
export const users: Resource = (context) => async (app) => {
  for (const add of [addLists, addSave, addDeletion]) add(app, context);
};

const addLists: AddRoutes = (app, { db, now }) => {
  for (const url of ['/api/v1/users', '/usersJSON'])
    app.get(url, { config: manage, schema: { tags, querystring: Paging, response: { 200: UserParts } } }, (request) =>
      userParts(db, request.query),
    );

  app.get(
    '/api/v1/users/details',
    { config: manage, schema: { tags, querystring: Paging, response: { 200: UserDetails } } },
    (request) => userDetails(db, request.query, now()),
  );

  app.get(
    '/api/v1/users/basicInfo',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        querystring: Paging,
        response: { 200: Type.Array(Type.Object({ id: Id, username: Type.String() })) },
      },
    },
    (request) => {
      const { page, size } = request.query;
      const all = db.selectFrom('users').select(['id', 'username']).orderBy('id');
      return all
        .limit(size)
        .offset(page * size)
        .execute();
    },
  );
};

const addSave: AddRoutes = (app, { db, now, settings }) => {
  app.post(
    '/api/v1/users',
    { config: manage, schema: { tags, body: UserBody, ...sentence } },
    async (request, reply) => {
      const { id: bodyId, username } = request.body;
      const id = await saveUser({ db, settings }, whoIs(request), request.body, now());
      return say(reply, `User ${username} ${id === bodyId ? 'updated' : 'created'} successfully with user id ${id}`);
    },
  );
};

const addDeletion: AddRoutes = (app, { db, now }) => {
  app.delete(
    '/api/v1/users/:id',
    { config: manage, schema: { tags, params: IdParams, ...sentence } },
    async (request, reply) => {
      const { id } = request.params;
      const who = whoIs(request);
      if (id === who.id) throw new Problem('CONFLICT', 'you cannot delete yourself');
      const owns = `user ${id} owns projects or records: deactivate the user, or transfer them first`;
      const name = await orConflict('reference', owns, () =>
        db.transaction().execute(async (tx) => {
          await lockSuperusers(tx);
          const user = await userFor(tx, id);
          await requireReach(tx, who, user);
          await tx.deleteFrom('users').where('id', '=', id).execute();
          await noteFormerName(tx, user, now());
          await requireSuperuser(tx);
          return user.username;
        }),
      );
      return say(reply, `User ${name} deleted successfully`);
    },
  );
};
