import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import { parseBody } from '../http/bodies.ts';
import { wantsText } from '../http/media.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { AnyJson, Id, IdParams } from '../http/types.ts';
import { saveDashboard, versionIn } from './save.ts';

const tags = ['Dashboards'];
const modify = { access: 'dashboard.modify' as const };

const HeaderId = Type.Optional(Type.String({ pattern: '^(null|\\d{0,15})$' }));

const numberOf = (header: string | undefined): number | null =>
  header === undefined || header === '' || header === 'null' ? null : Number(header);

/** The project that a dashboard names itself, as a number or as text. */
function projectIn(body: unknown): number | null {
  const { projectId } = (typeof body === 'object' && body !== null ? body : {}) as { projectId?: unknown };
  const text = typeof projectId === 'number' || typeof projectId === 'string' ? String(projectId) : '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The id, as a number or as text. */
const Saved = {
  200: {
    description: 'The id',
    content: { 'application/json': { schema: Id }, 'text/plain': { schema: Type.String() } },
  },
};

/** Saves dashboards. */
export const dashboardSaves: Resource = (context) => async (app) => {
  for (const add of [addSaveByHeaders, addCreation, addChange]) add(app, context);
};

const addSaveByHeaders: AddRoutes = (app, { db, now }) => {
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
      const save = {
        id: numberOf(dashboardid),
        projectId: numberOf(projectid),
        input: request.body,
        over: versionIn(request.body),
      };
      return answer(request, reply, await saveDashboard(db, whoIs(request), save, now()));
    },
  );
};

const addCreation: AddRoutes = (app, { db, now }) => {
  app.post(
    '/api/v1/dashboards',
    {
      config: modify,
      schema: { tags, querystring: Type.Object({ projectId: Type.Optional(Id) }), body: AnyJson, response: Saved },
    },
    async (request, reply) => {
      const projectId = request.query.projectId ?? projectIn(request.body);
      const save = { id: null, projectId, input: request.body };
      return answer(request, reply, await saveDashboard(db, whoIs(request), save, now()));
    },
  );
};

const addChange: AddRoutes = (app, { db, now }) => {
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
      const body = typeof request.body === 'string' ? await parseBody(Buffer.from(request.body)) : request.body;
      return answer(
        request,
        reply,
        await saveDashboard(
          db,
          whoIs(request),
          { id: request.params.id, projectId: null, input: body, over: versionIn(body) },
          now(),
        ),
      );
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
