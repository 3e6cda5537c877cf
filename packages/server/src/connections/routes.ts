import type { SelectQueryBuilder } from 'kysely';
import { Type } from 'typebox';
import type { Principal } from '../access/principal.ts';
import { requireRight } from '../access/projects.ts';
import { requireEdit, visibleOrGlobal } from '../access/shared.ts';
import { whoIs } from '../http/authenticate.ts';
import { Id, IdParams, say, sentence } from '../http/types.ts';
import type { Tables } from '../store/tables.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { connectionRecord, ConnectionRecord, type ConnectionRow } from './records.ts';
import { ConnectionBody, connectionFor, createConnection, largestConnection, updateConnection } from './save.ts';

type Query = SelectQueryBuilder<Tables, 'connections', ConnectionRow>;

const tags = ['Connections'];
const view = { access: 'signed-in' as const };
const manage = { access: 'connections.manage' as const };
const Records = { 200: Type.Array(ConnectionRecord) };

/** How to reach databases, stores and other services; their secrets are kept sealed and never given out. */
export const connections: Resource = (context) => async (app) => {
  for (const add of [addLists, addReads, addSaves, addDeletion]) add(app, context);
};

const addLists: AddRoutes = (app, { db }) => {
  const list = async (who: Principal, narrow: (query: Query) => Query = (query) => query) => {
    const all = db.selectFrom('connections').selectAll().where(visibleOrGlobal(who, 'connections'));
    const rows = await narrow(all).orderBy('name').orderBy('id').execute();
    return rows.map(connectionRecord);
  };

  for (const url of ['/api/v1/connections', '/api/v1/connections/loggedInUser'])
    app.get(url, { config: view, schema: { tags, response: Records } }, (request) => list(whoIs(request)));

  app.get('/api/v1/connections/global', { config: view, schema: { tags, response: Records } }, (request) =>
    list(whoIs(request), (query) => query.where('projectId', 'is', null)),
  );

  app.get(
    '/api/v1/connections/categories/:category',
    { config: view, schema: { tags, params: Type.Object({ category: Type.String() }), response: Records } },
    (request) => list(whoIs(request), (query) => query.where('category', '=', request.params.category)),
  );

  app.get(
    '/api/v1/connections/projects/:projectId',
    { config: view, schema: { tags, params: Type.Object({ projectId: Id }), response: Records } },
    async (request) => {
      const { projectId } = request.params;
      await requireRight(db, whoIs(request), projectId, 'VIEW');
      return list(whoIs(request), (query) => query.where('projectId', '=', projectId));
    },
  );

  app.get(
    '/api/v1/connections/name/:name/isUnique',
    {
      config: view,
      schema: { tags, params: Type.Object({ name: Type.String() }), response: { 200: Type.Boolean() } },
    },
    async (request) =>
      (await list(whoIs(request), (query) => query.where('name', '=', request.params.name))).length === 0,
  );
};

const addReads: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/connections/:id',
    { config: view, schema: { tags, params: IdParams, response: { 200: ConnectionRecord } } },
    async (request) => connectionRecord(await connectionFor(db, whoIs(request), request.params.id)),
  );
};

const addSaves: AddRoutes = (app, context) => {
  app.post(
    '/api/v1/connections',
    {
      config: manage,
      bodyLimit: largestConnection,
      schema: { tags, body: ConnectionBody, response: { 201: ConnectionRecord } },
    },
    async (request, reply) => {
      const id = await createConnection(context, whoIs(request), request.body);
      return reply.code(201).send(connectionRecord(id));
    },
  );

  app.put(
    '/api/v1/connections/:id',
    {
      config: manage,
      bodyLimit: largestConnection,
      schema: { tags, params: IdParams, body: ConnectionBody, response: { 200: ConnectionRecord } },
    },
    async (request) =>
      connectionRecord(await updateConnection(context, whoIs(request), request.params.id, request.body)),
  );
};

const addDeletion: AddRoutes = (app, { db }) => {
  app.delete(
    '/api/v1/connections/:id',
    { config: manage, schema: { tags, params: IdParams, ...sentence } },
    async (request, reply) => {
      const { id, name, projectId } = await connectionFor(db, whoIs(request), request.params.id);
      await requireEdit(db, whoIs(request), projectId);
      await db.deleteFrom('connections').where('id', '=', id).execute();
      return say(reply, `Connection ${name} deleted successfully`);
    },
  );
};
