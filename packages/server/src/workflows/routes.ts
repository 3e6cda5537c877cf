import { Type } from 'typebox';
import type { Principal } from '../access/principal.ts';
import { whoIs } from '../http/authenticate.ts';
import { sendList } from '../http/json-array.ts';
import { Problem } from '../problems.ts';
import { GraphJson, Id, IdParams, Nullable, paging, optionalPaging } from '../http/types.ts';
import { requireRight, visible } from '../access/projects.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { canRun, problemsOf } from './check.ts';
import { graphsAtOnce, listWorkflows, pageOfWorkflows } from './list.ts';
import { ProblemRecord, VersionRecord, WorkflowRecord, workflowRecord } from './records.ts';
import { readGraph, saveWorkflow, workflowFor } from './save.ts';

const Body = Type.Object({
  analysisflowId: Type.Optional(Nullable(Id)),
  comment: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  projectId: Type.Optional(Nullable(Id)),
  workflow: GraphJson,
});

const InconsistentNode = Type.Object({
  id: Type.String(),
  name: Type.String(),
  nodeClass: Type.String(),
  problems: Type.Array(ProblemRecord),
});

const deleted = 'Workflow deleted successfully.';

const tags = ['Workflows'];
const view = { access: 'workflows.view' as const };
const modify = { access: 'workflows.modify' as const };
const records = { schema: { tags, response: { 200: Type.Array(WorkflowRecord) } }, config: view };

/** Workflows and their versions. */
export const workflows: Resource = (context) => async (app) => {
  for (const add of [addSaves, addReads, addLists, addVersions, addChecks]) add(app, context);
};

const addSaves: AddRoutes = (app, { db, now }) => {
  app.post('/api/v1/workflows', { config: modify, schema: { tags, body: Body, response: { 200: Id } } }, (request) => {
    const { comment = null, projectId = null, workflow } = request.body;
    return saveWorkflow(db, whoIs(request), { id: null, projectId, comment, workflow }, now());
  });

  app.put('/api/v1/workflows', { config: modify, schema: { tags, body: Body, response: { 200: Id } } }, (request) => {
    const { analysisflowId: id = null, comment = null, projectId = null, workflow } = request.body;
    if (id === null) throw new Problem('MALFORMED', 'body/analysisflowId must be the id of a workflow');
    return saveWorkflow(db, whoIs(request), { id, projectId, comment, workflow }, now());
  });
};

const addReads: AddRoutes = (app, { db }) => {
  for (const url of ['/api/v1/workflows/id/:id', '/api/v1/workflows/:id']) {
    app.get(
      url,
      { config: view, schema: { tags, params: IdParams, response: { 200: WorkflowRecord } } },
      async (request) => workflowRecord(await workflowFor(db, whoIs(request), request.params.id, 'VIEW')),
    );
    app.delete(
      url,
      {
        config: modify,
        schema: { tags, params: IdParams, produces: ['text/plain'], response: { 200: Type.String() } },
      },
      async (request, reply) => {
        const { id } = request.params;
        await workflowFor(db, whoIs(request), id, 'EDIT');
        await db.deleteFrom('workflows').where('id', '=', id).execute();
        return reply.type('text/plain; charset=utf-8').send(deleted);
      },
    );
  }

  app.get('/api/v1/workflows/latest', records, async (request) => {
    const rows = await listWorkflows(db, whoIs(request), { size: 5 });
    return rows.map(workflowRecord);
  });
};

const addLists: AddRoutes = (app, { db }) => {
  for (const url of ['/api/v1/workflows', '/api/v1/workflows/all'])
    app.get(
      url,
      {
        config: view,
        schema: {
          tags,
          querystring: Type.Object({
            projectId: Type.Optional(Id),
            ...paging(1_000),
          }),
          response: { 200: Type.Array(WorkflowRecord) },
        },
      },
      async (request, reply) => {
        const { query } = await pageOfWorkflows(db, whoIs(request), request.query);
        const list = {
          item: WorkflowRecord,
          ids: await query.select('workflows.id').execute(),
          atOnce: graphsAtOnce,
          read: (ids: readonly number[]) => db.selectFrom('workflows').selectAll().where('id', 'in', ids).execute(),
          record: workflowRecord,
        };
        // text that is made as it is read has no schema
        return sendList(request, reply, list) as never;
      },
    );

  app.get(
    '/api/v1/workflows/count',
    { config: view, schema: { tags, response: { 200: Type.Integer() } } },
    async (request) => {
      const { n } = await db
        .selectFrom('workflows')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where(visible(whoIs(request), 'workflows.projectId'))
        .executeTakeFirstOrThrow();
      return n;
    },
  );
};

const addVersions: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/workflows/versions',
    {
      config: view,
      schema: {
        tags,
        querystring: Type.Object({ workflowId: Id, ...optionalPaging }),
        response: { 200: Type.Array(VersionRecord) },
      },
    },
    async (request, reply) => {
      const { workflowId, page, size } = request.query;
      await workflowFor(db, whoIs(request), workflowId, 'VIEW');
      const ids = await db
        .selectFrom('workflowVersions')
        .select('id')
        .where('workflowId', '=', workflowId)
        .orderBy('version', 'desc')
        .$if(size !== undefined, (query) => query.limit(size ?? 0).offset(page * (size ?? 0)))
        .execute();
      return sendList(request, reply, {
        item: VersionRecord,
        ids,
        atOnce: graphsAtOnce,
        read: (some) => db.selectFrom('workflowVersions').selectAll().where('id', 'in', some).execute(),
        record: (row) => ({ ...row, analysisflowId: row.workflowId }),
      }) as never;
    },
  );
};

const addChecks: AddRoutes = (app, { db, catalogue }) => {
  /** The graph of a body, or of its `workflow`, and its problems: with the datasets of a project if one is named. */
  const check = async (who: Principal, body: unknown, projectId: number | undefined) => {
    const graph = await readGraph(body);
    if (projectId !== undefined) await requireRight(db, who, projectId, 'VIEW');
    return { graph, problems: await problemsOf({ db, catalogue }, graph, projectId) };
  };

  const checked = { tags, querystring: Type.Object({ projectId: Type.Optional(Id) }), body: GraphJson };

  app.post(
    '/api/v1/workflows/validate',
    {
      config: { ...view, changes: false },
      schema: {
        ...checked,
        response: { 200: Type.Object({ canRun: Type.Boolean(), problems: Type.Array(ProblemRecord) }) },
      },
    },
    async (request) => {
      const { problems } = await check(whoIs(request), request.body, request.query.projectId);
      return { canRun: canRun(problems), problems };
    },
  );

  for (const url of ['/api/v1/workflows/nodes/state/inconsistent', '/nodesInconsistentStateJSON'])
    app.post(
      url,
      {
        config: { ...view, changes: false },
        schema: {
          ...checked,
          description: 'The nodes of the graph that cannot run, and why',
          response: { 200: Type.Array(InconsistentNode) },
        },
      },
      async (request) => {
        const { graph, problems } = await check(whoIs(request), request.body, request.query.projectId);
        const errors = Map.groupBy(
          problems.filter(({ severity }) => severity === 'error'),
          ({ nodeId }) => nodeId,
        );
        return graph.nodes.flatMap(({ id, name, nodeClass }) => {
          const own = errors.get(id);
          return own === undefined ? [] : [{ id, name, nodeClass, problems: own }];
        });
      },
    );
};
