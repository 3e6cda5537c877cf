import { Type } from 'typebox';
import type { Principal } from '../access/principal.ts';
import { whoIs } from '../http/authenticate.ts';
import { component, Id, IdParams, Millis, say, sentence } from '../http/types.ts';
import type { Db } from '../store/database.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { pageOfWorkflows } from './list.ts';
import { VersionHead, VersionRecord } from './records.ts';
import { workflowFor } from './save.ts';
import { versionNotFound } from '../refusals.ts';

const LockedBy = Type.Unsafe<{ id: number; username: string } | null>({
  type: ['object', 'null'],
  required: ['id', 'username'],
  properties: { id: Id, username: { type: 'string' } },
});

const LastExecution = Type.Unsafe<{ id: number; status: number; startTime: number } | null>({
  description: 'The newest run, with the status of its execution record',
  type: ['object', 'null'],
  required: ['id', 'status', 'startTime'],
  properties: { id: Id, status: { type: 'integer' }, startTime: Millis },
});

const Basic = component(
  'WorkflowSummary',
  Type.Object({
    id: Id,
    uuid: Type.String(),
    name: Type.String(),
    category: Type.String(),
    description: Type.String(),
    version: Type.Integer(),
    projectId: Id,
    userId: Id,
    dateCreated: Millis,
    dateLastUpdated: Millis,
    lockedBy: LockedBy,
    lastExecution: LastExecution,
  }),
);

/** The runs of these ids, as lists of workflows show them. */
async function runsOf(db: Db, ids: readonly number[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('executions')
          .select(['id', 'status', 'startedAt', 'queuedAt'])
          .where('id', 'in', ids)
          .execute();
  return new Map(
    rows.map(({ id, status, startedAt, queuedAt }) => [id, { id, status, startTime: startedAt ?? queuedAt }]),
  );
}

/** Workflows without their graphs, with who has locked them and how their latest runs stand. */
async function basicWorkflows(db: Db, who: Principal, filter: Parameters<typeof pageOfWorkflows>[2]) {
  const { query } = await pageOfWorkflows(db, who, filter);
  const rows = await query
    .leftJoin('users', 'users.id', 'workflows.lockedByUserId')
    .select([
      'workflows.id',
      'workflows.uuid',
      'workflows.name',
      'workflows.category',
      'workflows.description',
      'workflows.version',
      'workflows.projectId',
      'workflows.userId',
      'workflows.dateCreated',
      'workflows.dateLastUpdated',
      'workflows.lockedByUserId',
      'users.username as lockedByName',
    ])
    .select((eb) =>
      // for each row the last entry of an index
      eb
        .selectFrom('executions')
        .select((e) => e.fn.max('executions.id').as('last'))
        .whereRef('executions.workflowId', '=', 'workflows.id')
        .as('lastId'),
    )
    .execute();
  const runs = await runsOf(
    db,
    rows.flatMap(({ lastId }) => lastId ?? []),
  );
  return rows.map(({ lockedByUserId, lockedByName, lastId, ...row }) => ({
    ...row,
    lockedBy: lockedByUserId === null ? null : { id: lockedByUserId, username: lockedByName ?? '' },
    lastExecution: runs.get(lastId ?? 0) ?? null,
  }));
}

const tags = ['Workflows'];
const config = { access: 'workflows.view' as const };

/** Workflows without their graphs, and their versions. */
export const workflowLists: Resource = (context) => async (app) => {
  for (const add of [addLists, addVersions, addNames]) add(app, context);
};

const addLists: AddRoutes = (app, { db }) => {
  for (const [url, isOwn] of [
    ['/api/v1/workflows/dashboard', false],
    ['/api/v1/workflows/users/logged-in', true],
  ] as const)
    app.get(
      url,
      {
        config,
        schema: {
          tags,
          querystring: Type.Object({
            projectId: Type.Optional(Id),
            page: Type.Integer({ minimum: 0, maximum: 1e9, default: 0 }),
            size: Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000 }),
          }),
          response: { 200: Type.Array(Basic) },
        },
      },
      async (request) => {
        const who = whoIs(request);
        return basicWorkflows(db, who, { ...request.query, ownerId: isOwn ? who.id : undefined });
      },
    );
};

const addVersions: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/workflows/:id/versions',
    {
      config,
      schema: {
        tags,
        description: 'The versions of a workflow without their graphs, the newest version first',
        params: IdParams,
        response: { 200: Type.Array(VersionHead) },
      },
    },
    async (request) => {
      const { id } = await workflowFor(db, whoIs(request), request.params.id, 'VIEW');
      return db
        .selectFrom('workflowVersions')
        .select([
          'id',
          'workflowId as analysisflowId',
          'version',
          'dateLastUpdated',
          'userName',
          'userId',
          'userComment',
        ])
        .where('workflowId', '=', id)
        .orderBy('version', 'desc')
        .execute();
    },
  );

  app.get(
    '/api/v1/workflows/:id/versions/:version',
    {
      config,
      schema: {
        tags,
        params: Type.Object({ id: Id, version: Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1 }) }),
        response: { 200: VersionRecord },
      },
    },
    async (request) => {
      const { version } = request.params;
      const { id } = await workflowFor(db, whoIs(request), request.params.id, 'VIEW');
      const row = await db
        .selectFrom('workflowVersions')
        .selectAll()
        .where('workflowId', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (row === undefined) throw versionNotFound('workflow', id, version);
      return { ...row, analysisflowId: row.workflowId };
    },
  );
};

const addNames: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/workflows/wfName/:id',
    { config, schema: { tags, params: IdParams, ...sentence } },
    async (request, reply) => {
      const { name } = await workflowFor(db, whoIs(request), request.params.id, 'VIEW');
      return say(reply, name);
    },
  );
};
