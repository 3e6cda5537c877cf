import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { filterByProject } from '../access/projects.ts';
import { whoIs } from '../http/authenticate.ts';
import { sendList } from '../http/json-array.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { Id, IdParams, orderOf, paging, optionalPaging } from '../http/types.ts';
import type { Db } from '../store/database.ts';
import { dashboardFor } from './save.ts';
import { Dashboard, dashboardRecord, ItemResult } from './schema.ts';
import { sheetResults } from './sheet-results.ts';
import { notFound, mustBeOneOf, invalidParameter } from '../refusals.ts';

const tags = ['Dashboards'];
const view = { access: 'dashboard.view' as const };

/** Dashboards: sheets of what the latest runs of workflows have shown. */
export const dashboards: Resource = (context) => async (app) => {
  for (const add of [addLists, addCategories, addResults, addDashboard, addDeletion]) add(app, context);
};

/** Sends the dashboards that the caller may see, in the order that `sortPara` names. */
async function sendDashboards(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    sortPara,
    projectId,
    page,
    size,
  }: { sortPara?: string | undefined; projectId?: number; page: number; size?: number },
) {
  const order = orderOf(sortPara);
  if (order === undefined)
    throw invalidParameter('sortPara', sortPara ?? '', mustBeOneOf(['asc', 'desc', 'alphabetical']));
  const isByName = order === 'alphabetical';
  const by = isByName ? sql`lower(name)` : 'dateLastUpdated';
  const direction = isByName ? 'asc' : order;
  const projectIds = projectId === undefined ? [] : [projectId];
  const ids = await db
    .selectFrom('dashboards')
    .select('id')
    .where(await filterByProject(db, whoIs(request), 'dashboards.projectId', { projectIds, ofProject: !isByName }))
    .orderBy(by, direction)
    .orderBy('id', direction)
    .$if(size !== undefined, (query) => query.limit(size ?? 0).offset(page * (size ?? 0)))
    .execute();
  const read = (some: readonly number[]) => db.selectFrom('dashboards').selectAll().where('id', 'in', some).execute();
  // text that is made as it is read has no schema
  return sendList(request, reply, { item: Dashboard, ids, atOnce: 50, read, record: dashboardRecord }) as never;
}

const addLists: AddRoutes = (app, { db }) => {
  app.get(
    '/dashboardsJSON',
    {
      config: view,
      schema: {
        tags,
        headers: Type.Object({ sortpara: Type.Optional(Type.String()) }),
        querystring: Type.Object(optionalPaging),
        response: { 200: Type.Array(Dashboard) },
      },
    },
    (request, reply) =>
      sendDashboards(db, request as FastifyRequest, reply, { sortPara: request.headers.sortpara, ...request.query }),
  );
  for (const url of ['/api/v1/dashboards', '/api/v1/dashboards/all'])
    app.get(
      url,
      {
        config: view,
        schema: {
          tags,
          querystring: Type.Object({
            sortPara: Type.Optional(Type.String()),
            projectId: Type.Optional(Id),
            ...paging(1_000),
          }),
          response: { 200: Type.Array(Dashboard) },
        },
      },
      (request, reply) => sendDashboards(db, request as FastifyRequest, reply, request.query),
    );
};

const addCategories: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/dashboards/categories',
    { config: view, schema: { tags, response: { 200: Type.Array(Type.String()) } } },
    async (request) => {
      const rows = await db
        .selectFrom('dashboards')
        .select('category')
        .distinct()
        .where(await filterByProject(db, whoIs(request), 'dashboards.projectId', { ofProject: false }))
        .orderBy('category')
        .execute();
      return rows.map(({ category }) => category);
    },
  );
};

const addResults: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/dashboards/results',
    {
      config: view,
      schema: {
        tags,
        querystring: Type.Object({ dashboardId: Id, sheetId: Id }),
        response: { 200: Type.Array(ItemResult) },
      },
    },
    async (request) => {
      const { dashboardId, sheetId } = request.query;
      const who = whoIs(request);
      const { content } = await dashboardFor(db, who, dashboardId, 'VIEW');
      return (await sheetResults(db, who, content, sheetId)).map((item) => ({ ...item, outputs: [...item.outputs] }));
    },
  );
};

const addDashboard: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/dashboards/:id',
    { config: view, schema: { tags, params: IdParams, response: { 200: Dashboard } } },
    async (request) => dashboardRecord(await dashboardFor(db, whoIs(request), request.params.id, 'VIEW')),
  );
};

const addDeletion: AddRoutes = (app, { db }) => {
  app.delete(
    '/api/v1/dashboards/:id',
    {
      config: { access: 'dashboard.modify' },
      schema: {
        tags,
        params: IdParams,
        querystring: Type.Object({ projectId: Type.Optional(Id) }),
        produces: ['text/plain'],
        response: { 200: Type.String() },
      },
    },
    async (request, reply) => {
      const { id, projectId } = await dashboardFor(db, whoIs(request), request.params.id, 'EDIT');
      const requestedId = request.query.projectId;
      if (requestedId !== undefined && requestedId !== projectId) throw notFound('dashboard', id, requestedId);
      await db.deleteFrom('dashboards').where('id', '=', id).execute();
      return reply.type('text/plain; charset=utf-8').send('Dashboard deleted successfully.');
    },
  );
};
