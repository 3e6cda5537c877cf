import { Type } from 'typebox';
import { requireRight, rightsIn, visible } from '../access/projects.ts';
import { rightNames } from '../access/rights.ts';
import { whoIs } from '../http/authenticate.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { IdParams } from '../http/types.ts';
import { Lineage, lineageOf } from './lineage.ts';
import { About, Counts, ListedProject, ProjectCompatibility, Name, OneProject, Project } from './schema.ts';
import { countRecords, createProject, datedProjects, deleteProject, listProjects } from './store.ts';
import { notFound } from '../refusals.ts';

const tags = ['Projects'];
const view = { access: 'signed-in' as const };
const manage = { access: 'projects.manage' as const };

/** Projects: who sees them, what they hold. */
export const projects: Resource = (context) => async (app) => {
  for (const add of [addLists, addProject, addCreation, addChange, addDeletion, addLineage]) add(app, context);
};

const addLists: AddRoutes = (app, { db }) => {
  for (const url of [
    '/api/v1/projects',
    '/api/v1/projects/users/logged-in',
    '/api/v1/projects/projects/users',
    '/api/v1/project/info',
  ])
    app.get(url, { config: view, schema: { tags, response: { 200: Type.Array(ListedProject) } } }, (request) =>
      listProjects(db, whoIs(request)),
    );

  app.get(
    '/api/v1/projects/counts',
    {
      config: view,
      schema: {
        tags,
        description: 'The number of records of each kind in the projects visible to the caller',
        response: { 200: Type.Array(Counts) },
      },
    },
    (request) => countRecords(db, whoIs(request)),
  );
};

const addProject: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/projects/:id',
    { config: view, schema: { tags, params: IdParams, response: { 200: OneProject } } },
    async (request) => {
      const { id } = request.params;
      const who = whoIs(request);
      const project = await datedProjects(db)
        .where('projects.id', '=', id)
        .where(visible(who, 'projects.id'))
        .executeTakeFirst();
      if (project === undefined) throw notFound('project', id);
      return { ...project, rights: [...rightNames(await rightsIn(db, who, id))] };
    },
  );
};

const addCreation: AddRoutes = (app, { db, now }) => {
  app.post(
    '/api/v1/projects',
    {
      config: manage,
      schema: {
        tags,
        body: Type.Object({ name: Name, description: About, tag: About, compatibility: ProjectCompatibility }),
        response: { 201: Project },
      },
    },
    async (request, reply) => {
      const id = await createProject(db, whoIs(request), request.body, now());
      return reply.code(201).send(await datedProjects(db).where('projects.id', '=', id).executeTakeFirstOrThrow());
    },
  );
};

const addChange: AddRoutes = (app, { db, now }) => {
  app.put(
    '/api/v1/projects/:id',
    {
      config: manage,
      schema: {
        tags,
        params: IdParams,
        body: Type.Object({
          name: Type.Optional(Name),
          description: About,
          tag: About,
          compatibility: ProjectCompatibility,
        }),
        response: { 200: Project },
      },
    },
    async (request) => {
      const { id } = request.params;
      await requireRight(db, whoIs(request), id, 'OWN');
      const { name, description, tag, compatibility } = request.body;
      await db
        .updateTable('projects')
        .set({
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
          ...(tag === undefined ? {} : { tag }),
          ...(compatibility === undefined ? {} : { compatibility }),
          dateLastUpdated: now(),
        })
        .where('id', '=', id)
        .execute();
      return datedProjects(db).where('projects.id', '=', id).executeTakeFirstOrThrow();
    },
  );
};

const addDeletion: AddRoutes = (app, context) => {
  app.delete(
    '/api/v1/projects/:id',
    {
      config: manage,
      schema: { tags, params: IdParams, response: { 200: Type.Object({ message: Type.String() }) } },
    },
    async (request) => {
      const { id } = request.params;
      await requireRight(context.db, whoIs(request), id, 'OWN');
      await deleteProject(context, id);
      return { message: 'Project deleted successfully.' };
    },
  );
};

const addLineage: AddRoutes = (app, { db, catalogue }) => {
  app.get(
    '/api/v1/projects/:id/lineage',
    { config: { access: 'workflows.view' }, schema: { tags, params: IdParams, response: { 200: Lineage } } },
    async (request) => {
      const { id } = request.params;
      await requireRight(db, whoIs(request), id, 'VIEW');
      return lineageOf(db, id, await catalogue());
    },
  );
};
