import { Type } from 'typebox';
import type { Principal } from '../access/principal.ts';
import { requireRight } from '../access/projects.ts';
import { requireEdit, visibleOrGlobal } from '../access/shared.ts';
import { whoIs } from '../http/authenticate.ts';
import { About, Id, IdParams, Nullable, say, sentence } from '../http/types.ts';
import { orConflict } from '../store/constraints.ts';
import type { Db } from '../store/database.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { Key, Value, Variable } from './schema.ts';
import { notFound, nameTaken } from '../refusals.ts';

const tags = ['Variables'];
const view = { access: 'variables.view' as const };
const modify = { access: 'variables.modify' as const };
const unique = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  orConflict('unique', nameTaken('variable', name), work);

/** Values that workflows name: of one project, or (without projectId) of all. */
export const variables: Resource = (context) => async (app) => {
  for (const add of [addReads, addCreation, addChange, addDeletion]) add(app, context);
};

const addReads: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/variables',
    {
      config: view,
      schema: {
        tags,
        querystring: Type.Object({ projectId: Type.Optional(Id) }),
        response: { 200: Type.Array(Variable) },
      },
    },
    async (request) => {
      const { projectId } = request.query;
      const who = whoIs(request);
      if (projectId !== undefined) await requireRight(db, who, projectId, 'VIEW');
      return db
        .selectFrom('variables')
        .selectAll()
        .where(visibleOrGlobal(who, 'variables'))
        .$if(projectId !== undefined, (q) =>
          q.where((eb) => eb.or([eb('projectId', 'is', null), eb('projectId', '=', projectId ?? 0)])),
        )
        .orderBy('name')
        .orderBy('id')
        .execute();
    },
  );

  app.get(
    '/api/v1/variables/:id',
    { config: view, schema: { tags, params: IdParams, response: { 200: Variable } } },
    (request) => variableFor(db, whoIs(request), request.params.id),
  );
};

const addCreation: AddRoutes = (app, { db, now }) => {
  app.post(
    '/api/v1/variables',
    {
      config: modify,
      schema: {
        tags,
        body: Type.Object({
          projectId: Type.Optional(Nullable(Id)),
          name: Key,
          value: Value,
          description: Type.Optional(Nullable(About)),
        }),
        response: { 201: Variable },
      },
    },
    async (request, reply) => {
      const { projectId = null, name, value, description } = request.body;
      const who = whoIs(request);
      await requireEdit(db, who, projectId);
      const stamps = { editedBy: who.id, dateCreated: now(), dateLastUpdated: now() };
      const row = await unique(name, () =>
        db
          .insertInto('variables')
          .values({ projectId, name, value, description: description ?? '', ...stamps })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
      return reply.code(201).send(row);
    },
  );
};

const addChange: AddRoutes = (app, { db, now }) => {
  app.put(
    '/api/v1/variables/:id',
    {
      config: modify,
      schema: {
        tags,
        params: IdParams,
        body: Type.Object({
          name: Type.Optional(Key),
          value: Type.Optional(Value),
          description: Type.Optional(Nullable(About)),
        }),
        response: { 200: Variable },
      },
    },
    async (request) => {
      const who = whoIs(request);
      const variable = await variableFor(db, who, request.params.id);
      await requireEdit(db, who, variable.projectId);
      const { name, value, description } = request.body;
      return unique(name ?? variable.name, () =>
        db
          .updateTable('variables')
          .set({
            name,
            value,
            description: description ?? undefined,
            // who only describes it has not said what it is
            editedBy: name === undefined && value === undefined ? undefined : who.id,
            dateLastUpdated: now(),
          })
          .where('id', '=', variable.id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    },
  );
};

const addDeletion: AddRoutes = (app, { db }) => {
  app.delete(
    '/api/v1/variables/:id',
    { config: modify, schema: { tags, params: IdParams, ...sentence } },
    async (request, reply) => {
      const { id, name, projectId } = await variableFor(db, whoIs(request), request.params.id);
      await requireEdit(db, whoIs(request), projectId);
      await db.deleteFrom('variables').where('id', '=', id).execute();
      return say(reply, `Variable ${name} deleted successfully`);
    },
  );
};

/** A variable that a user may see. */
async function variableFor(db: Db, who: Principal, id: number) {
  const row = await db
    .selectFrom('variables')
    .selectAll()
    .where('id', '=', id)
    .where(visibleOrGlobal(who, 'variables'))
    .executeTakeFirst();
  if (row === undefined) throw notFound('variable', id);
  return row;
}
