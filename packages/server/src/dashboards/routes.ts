import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { listed } from '../access/projects.ts';
import { whoIs } from '../http/authenticate.ts';
import { parseBody } from '../http/bodies.ts';
import { sendList } from '../http/json-array.ts';
import { wantsText } from '../http/media.ts';
import { Problem } from '../problems.ts';
import {
  component,
  AnyJson,
  Id,
  IdParams,
  Millis,
  Nullable,
  Open,
  orderOf,
  paging,
  pagingIfAsked,
} from '../http/types.ts';
import type { Resource } from '../http/resource.ts';
import { VersionSummary } from '../models/records.ts';
import { dashboardFor, saveDashboard, versionIn, type DashboardRow } from './save.ts';
import { itemStates, sheetResults } from './sheet-results.ts';

/** Keys of items are given back as they came. */
const Item = Type.Object(
  {
    id: AnyJson,
    name: AnyJson,
    description: AnyJson,
    type: AnyJson,
    nodeId: AnyJson,
    workflowId: AnyJson,
    workflowName: AnyJson,
    x: AnyJson,
    y: AnyJson,
  },
  Open,
);

const Sheet = Type.Object(
  { description: Type.String(), idx: Type.String(), name: Type.String(), type: AnyJson, items: Type.Array(Item) },
  Open,
);

const Dashboard = component(
  'Dashboard',
  Type.Object(
    {
      id: Id,
      uuid: Type.String(),
      name: Type.String(),
      category: Type.String(),
      description: Type.String(),
      projectId: Id,
      userId: Id,
      dateCreated: Millis,
      dateLastUpdated: Millis,
      version: Type.Integer({ description: 'Counts the saves; who sends it back saves over this one only' }),
      sheets: Type.Array(Sheet),
    },
    { additionalProperties: true },
  ),
);

const ItemResult = Type.Object({
  itemId: Nullable(Id),
  type: Type.String(),
  nodeId: Type.String(),
  workflowId: Type.String(),
  executionId: Nullable(Id),
  endedAt: Nullable(Millis),
  outputs: Type.Array(AnyJson),
  latest: Nullable(
    Type.Object(
      { executionId: Id, status: Type.Integer(), startedAt: Millis },
      { description: 'The latest run of the workflow, however it went' },
    ),
  ),
  state: Type.Enum([...itemStates]),
  message: Nullable(Type.String()),
  model: Nullable(
    Type.Object(
      { ...VersionSummary.properties, modelId: Id, name: Type.String() },
      { description: 'The registered model that an item of the type MODEL shows' },
    ),
  ),
});

const HeaderId = Type.Optional(Type.String({ pattern: '^(null|\\d{0,15})$' }));

const numberOf = (header: string | undefined): number | null =>
  header === undefined || header === '' || header === 'null' ? null : Number(header);

/** The project that a dashboard names itself, as a number or as text. */
function projectIn(body: unknown): number | null {
  const { projectId } = (typeof body === 'object' && body !== null ? body : {}) as { projectId?: unknown };
  const text = typeof projectId === 'number' || typeof projectId === 'string' ? String(projectId) : '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function record({ content, ...row }: DashboardRow) {
  const kept = JSON.parse(content) as { sheets: Static<typeof Sheet>[] };
  return { ...kept, ...row };
}

/** Dashboards: sheets of what the latest runs of workflows have shown. */
export const dashboards: Resource =
  ({ db, now }) =>
  async (app) => {
    const tags = ['Dashboards'];
    const view = { access: 'dashboard.view' as const };
    const modify = { access: 'dashboard.modify' as const };
    const List = Type.Array(Dashboard);

    const list = async (
      request: FastifyRequest,
      reply: FastifyReply,
      {
        sortPara,
        projectId,
        page,
        size,
      }: { sortPara?: string | undefined; projectId?: number; page: number; size?: number },
    ) => {
      const order = orderOf(sortPara);
      if (order === undefined)
        throw new Problem('MALFORMED', `sortPara "${sortPara}" is none of asc, desc, alphabetical`);
      const isByName = order === 'alphabetical';
      const by = isByName ? sql`lower(name)` : 'dateLastUpdated';
      const direction = isByName ? 'asc' : order;
      const named = projectId === undefined ? [] : [projectId];
      const ids = await db
        .selectFrom('dashboards')
        .select('id')
        .where(await listed(db, whoIs(request), 'dashboards.projectId', { named, ofProject: !isByName }))
        .orderBy(by, direction)
        .orderBy('id', direction)
        .$if(size !== undefined, (query) => query.limit(size ?? 0).offset(page * (size ?? 0)))
        .execute();
      const read = (some: readonly number[]) =>
        db.selectFrom('dashboards').selectAll().where('id', 'in', some).execute();
      // text that is made as it is read has no schema
      return sendList(request, reply, { item: Dashboard, ids, atOnce: 50, read, record }) as never;
    };

    app.get(
      '/dashboardsJSON',
      {
        config: view,
        schema: {
          tags,
          headers: Type.Object({ sortpara: Type.Optional(Type.String()) }),
          querystring: Type.Object(pagingIfAsked),
          response: { 200: List },
        },
      },
      (request, reply) =>
        list(request as FastifyRequest, reply, { sortPara: request.headers.sortpara, ...request.query }),
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
            response: { 200: List },
          },
        },
        (request, reply) => list(request as FastifyRequest, reply, request.query),
      );
    app.get(
      '/api/v1/dashboards/categories',
      { config: view, schema: { tags, response: { 200: Type.Array(Type.String()) } } },
      async (request) => {
        const rows = await db
          .selectFrom('dashboards')
          .select('category')
          .distinct()
          .where(await listed(db, whoIs(request), 'dashboards.projectId', { ofProject: false }))
          .orderBy('category')
          .execute();
        return rows.map(({ category }) => category);
      },
    );

    /** The id, as a number or as text. */
    const Saved = {
      200: {
        description: 'The id',
        content: { 'application/json': { schema: Id }, 'text/plain': { schema: Type.String() } },
      },
    };
    app.post(
      '/saveDashboard',
      {
        config: modify,
        schema: {
          tags,
          headers: Type.Object({ dashboardid: HeaderId, projectid: HeaderId }),
          body: AnyJson,
          response: Saved,
        },
      },
      async (request, reply) => {
        const { dashboardid, projectid } = request.headers;
        const wish = {
          id: numberOf(dashboardid),
          projectId: numberOf(projectid),
          given: request.body,
          over: versionIn(request.body),
        };
        return answer(request, reply, await saveDashboard(db, whoIs(request), wish, now()));
      },
    );
    app.post(
      '/api/v1/dashboards',
      {
        config: modify,
        schema: { tags, querystring: Type.Object({ projectId: Type.Optional(Id) }), body: AnyJson, response: Saved },
      },
      async (request, reply) => {
        const projectId = request.query.projectId ?? projectIn(request.body);
        const wish = { id: null, projectId, given: request.body };
        return answer(request, reply, await saveDashboard(db, whoIs(request), wish, now()));
      },
    );
    app.put(
      '/api/v1/dashboards/:id',
      {
        config: modify,
        schema: {
          tags,
          params: IdParams,
          consumes: ['application/json', 'text/plain'],
          body: AnyJson,
          response: Saved,
        },
      },
      async (request, reply) => {
        const given = typeof request.body === 'string' ? await parseBody(Buffer.from(request.body)) : request.body;
        return answer(
          request,
          reply,
          await saveDashboard(
            db,
            whoIs(request),
            { id: request.params.id, projectId: null, given, over: versionIn(given) },
            now(),
          ),
        );
      },
    );

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
    app.get(
      '/api/v1/dashboards/:id',
      { config: view, schema: { tags, params: IdParams, response: { 200: Dashboard } } },
      async (request) => record(await dashboardFor(db, whoIs(request), request.params.id, 'VIEW')),
    );
    app.delete(
      '/api/v1/dashboards/:id',
      {
        config: modify,
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
        const named = request.query.projectId;
        if (named !== undefined && named !== projectId)
          throw new Problem('NOT_FOUND', `there is no dashboard ${id} in project ${named}`);
        await db.deleteFrom('dashboards').where('id', '=', id).execute();
        return reply.type('text/plain; charset=utf-8').send('Dashboard deleted successfully.');
      },
    );
  };

function answer(
  request: Parameters<typeof wantsText>[0],
  reply: { type(type: string): { send(text: string): unknown } },
  id: number,
) {
  return wantsText(request) ? (reply.type('text/plain; charset=utf-8').send(String(id)) as never) : id;
}
