import { Type } from 'typebox';
import { visible } from '../access/projects.ts';
import { whoIs } from '../http/authenticate.ts';
import { Id, IdParams, Ids, idsOf, Millis, paging, say, sentence } from '../http/types.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { workflowRecord, WorkflowRecord } from './records.ts';
import { emptyTrash, restoreWorkflow, trashWorkflow } from './trash.ts';

const TrashedRecord = Type.Object({ ...WorkflowRecord.properties, trashedAt: Millis, trashedByUserId: Id });

const tags = ['Workflows'];
const modify = { access: 'workflows.modify' as const };
const InProject = Type.Object({ projectId: Type.Optional(Id) });

/** Workflows that were thrown away, and the ways in and out of the trash. */
export const workflowTrash: Resource = (context) => async (app) => {
  for (const add of [addTrash, addRestore, addEmptying]) add(app, context);
};

const addTrash: AddRoutes = (app, { db, now }) => {
  app.get(
    '/api/v1/workflows/trashed',
    {
      config: { access: 'workflows.view' },
      schema: {
        tags,
        description: 'The most recently trashed workflows first',
        querystring: Type.Object({ projectId: Type.Optional(Id), ...paging(1_000) }),
        response: { 200: Type.Array(TrashedRecord) },
      },
    },
    async (request) => {
      const { projectId, page, size } = request.query;
      const rows = await db
        .selectFrom('trashedWorkflows')
        .selectAll('trashedWorkflows')
        .where(visible(whoIs(request), 'trashedWorkflows.projectId'))
        .$if(projectId !== undefined, (query) => query.where('projectId', '=', projectId ?? 0))
        .orderBy('trashedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset(page * size)
        .execute();
      return rows.map(({ trashedAt, trashedByUserId, ...row }) => ({
        ...workflowRecord({ ...row, lockedByUserId: null }),
        trashedAt,
        trashedByUserId,
      }));
    },
  );

  app.delete(
    '/api/v1/workflow/trash/:id',
    { config: modify, schema: { tags, params: IdParams, ...sentence } },
    async (request, reply) => {
      await db.transaction().execute((tx) => trashWorkflow(tx, whoIs(request), request.params.id, now()));
      return say(reply, 'Workflow moved to trash successfully.');
    },
  );

  app.delete(
    '/api/v1/workflow/trash',
    { config: modify, schema: { tags, description: 'All of them or none', body: Ids, ...sentence } },
    async (request, reply) => {
      const ids = [...new Set(idsOf(request.body))];
      await db.transaction().execute(async (tx) => {
        for (const id of ids) await trashWorkflow(tx, whoIs(request), id, now());
      });
      return say(reply, `Workflows with ids ${ids.join(', ')} moved to trash successfully.`);
    },
  );
};

const addRestore: AddRoutes = (app, { db }) => {
  const still = (schedules: number): string =>
    schedules === 0 ? '' : ` ${schedules} schedule(s) stay inactive until they are activated.`;

  app.put(
    '/api/v1/workflows/restore/:id',
    { config: modify, schema: { tags, params: IdParams, ...sentence } },
    async (request, reply) => {
      const { id } = request.params;
      const schedules = await db.transaction().execute((tx) => restoreWorkflow(tx, whoIs(request), id));
      return say(reply, `Workflow restored successfully.${still(schedules)}`);
    },
  );

  app.put(
    '/api/v1/workflows/restore',
    { config: modify, schema: { tags, description: 'All of them or none', body: Ids, ...sentence } },
    async (request, reply) => {
      const ids = [...new Set(idsOf(request.body))];
      let schedules = 0;
      await db.transaction().execute(async (tx) => {
        for (const id of ids) schedules += await restoreWorkflow(tx, whoIs(request), id);
      });
      return say(reply, `Workflows with ids ${ids.join(', ')} restored successfully.${still(schedules)}`);
    },
  );
};

const addEmptying: AddRoutes = (app, { db }) => {
  app.delete(
    '/api/v1/workflows/emptyTrash',
    {
      config: modify,
      schema: {
        tags,
        description: 'Deletes permanently; without a project, in all projects that the caller can edit',
        querystring: InProject,
        ...sentence,
      },
    },
    async (request, reply) => {
      const count = await emptyTrash(db, whoIs(request), request.query.projectId);
      return say(reply, `Trash emptied successfully: ${count} workflow(s) deleted.`);
    },
  );
};
