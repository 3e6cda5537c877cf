import { Type } from 'typebox';
import { filterByProject, visible } from '../access/projects.ts';
import { statusName } from './status.ts';
import { whoIs } from '../http/authenticate.ts';
import { ownAddress } from '../http/own-address.ts';
import { Id, IdParams, Nullable, optionalPaging } from '../http/types.ts';
import { workflowFor } from '../workflows/save.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { requestOf, runAgain } from './again.ts';
import { execute } from './execute.ts';
import { listExecutions, newestExecutions, ListQuery, PagedExecutions, sendExecutions } from './list.ts';
import { ExecutionDetail, ExecutionRecord, executionRecord } from './records.ts';
import { removeExecutions } from './purge.ts';
import { executionFor, killExecution, stopExecution } from './stop.ts';
import { resumeExecution } from './resume.ts';
import { streamEvents } from './stream.ts';

const Text = Type.Optional(Nullable(Type.String({ maxLength: 100_000 })));

const day = 86_400_000;

const tags = ['Workflow executions'];
const view = { access: 'workflows.view' as const };
const run = { access: 'workflows.execute' as const };
const text = { produces: ['text/plain'], response: { 200: Type.String() } };
const some = { config: view, schema: { tags, response: { 200: Type.Array(ExecutionRecord) } } };
const Stopped = Type.Object({ status: Type.String(), message: Type.String() });

/** Runs of workflows: asking for one, watching, stopping, clearing away. */
export const executions: Resource = (context) => async (app) => {
  for (const add of [addExecute, addRepeats, addLists, addReads, addEvents, addStops, addDeletion]) add(app, context);
};

const addExecute: AddRoutes = (app, context) => {
  for (const url of ['/api/v1/workflow/execute', '/api/v1/workflows/execute'])
    app.post(
      url,
      {
        config: run,
        schema: {
          tags,
          body: Type.Object({
            workflowId: Id,
            emailOnSuccess: Text,
            emailOnFailure: Text,
            libJars: Text,
            programParameters: Text,
            sparkConfig: Text,
            nodes: Type.Optional(
              Nullable(
                Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
                  minItems: 1,
                  maxItems: 1_000,
                  description: 'Ids of nodes to run, with the nodes they depend on; null or absent for all',
                }),
              ),
            ),
          }),
          response: { 200: Id },
        },
      },
      async (request) => {
        const { workflowId, emailOnSuccess, emailOnFailure, libJars, programParameters, sparkConfig, nodes } =
          request.body;
        const execution = await execute(context, whoIs(request), {
          workflowId,
          emailOnSuccess: emailOnSuccess ?? null,
          emailOnFailure: emailOnFailure ?? null,
          libJars: libJars ?? '',
          parameters: programParameters ?? '',
          sparkConfig: sparkConfig ?? '',
          ...(nodes == null ? {} : { nodes: [...new Set(nodes)] }),
        });
        request.log.info({ execution, workflow: workflowId }, 'run requested');
        return execution;
      },
    );
};

const addRepeats: AddRoutes = (app, context) => {
  app.post(
    '/api/v1/workflow-executions/:id/resume',
    { config: run, schema: { tags, params: IdParams, response: { 200: Id } } },
    (request) => resumeExecution(context, whoIs(request), request.params.id),
  );

  app.post(
    '/api/v1/workflow-executions/:id/again',
    {
      config: run,
      schema: {
        tags,
        description:
          'Runs the current version of the workflow with the parameters, engine, mail addresses and nodes of this run',
        params: IdParams,
        response: { 200: Id },
      },
    },
    (request) => runAgain(context, whoIs(request), request.params.id),
  );
};

const addLists: AddRoutes = (app, { db, settings }) => {
  app.get(
    '/api/v1/workflow-executions',
    {
      config: view,
      schema: {
        tags,
        querystring: ListQuery,
        response: { 200: Type.Union([Type.Array(ExecutionRecord), PagedExecutions]) },
      },
    },
    async (request) => listExecutions(db, whoIs(request), request.query, ownAddress(request, settings)),
  );

  app.get('/api/v1/workflow-executions/latest', some, async (request) => {
    const who = whoIs(request);
    const visibleRuns = await filterByProject(db, who, 'executions.projectId');
    return newestExecutions(db, ownAddress(request, settings), 5, (all) => all.where(visibleRuns));
  });

  app.get(
    '/api/v1/workflow-executions/workflows/:id',
    {
      config: view,
      schema: {
        tags,
        params: IdParams,
        querystring: Type.Object(optionalPaging),
        response: { 200: Type.Array(ExecutionRecord) },
      },
    },
    async (request, reply) => {
      const { id } = await workflowFor(db, whoIs(request), request.params.id, 'VIEW');
      return sendExecutions(db, request, reply, ownAddress(request, settings), (all) =>
        all.where('workflowId', '=', id),
      );
    },
  );

  app.get(
    '/api/v1/workflow-executions/tasks/count',
    { config: view, schema: { tags, response: { 200: Type.Integer() } } },
    async (request) => {
      const { n } = await db
        .selectFrom('executionNodes')
        .innerJoin('executions', 'executions.id', 'executionNodes.executionId')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where(visible(whoIs(request), 'executions.projectId'))
        .executeTakeFirstOrThrow();
      return n;
    },
  );
};

const addReads: AddRoutes = (app, { db, settings }) => {
  for (const url of ['/api/v1/workflow-executions/:id', '/api/v1/workflowExecution/:id'])
    app.get(
      url,
      { config: view, schema: { tags, params: IdParams, response: { 200: ExecutionDetail } } },
      async (request) => {
        const row = await executionFor(db, whoIs(request), request.params.id);
        return { ...executionRecord(row, ownAddress(request, settings)), ...(await requestOf(db, row.id)) };
      },
    );

  app.get(
    '/api/v1/workflow-executions/:id/status',
    { config: view, schema: { tags, params: IdParams, ...text } },
    async (request, reply) => {
      const { status } = await executionFor(db, whoIs(request), request.params.id);
      return reply.type('text/plain; charset=utf-8').send(statusName(status));
    },
  );
};

const addEvents: AddRoutes = (app, context) => {
  const { db } = context;
  const ending = new AbortController();

  app.addHook('preClose', async () => ending.abort());

  app.get(
    '/api/v1/workflow-executions/:id/events',
    { config: view, schema: { tags, params: IdParams, produces: ['text/event-stream'] } },
    async (request, reply) => {
      const { id } = await executionFor(db, whoIs(request), request.params.id);
      await streamEvents(context, id, request, reply, ending.signal);
      return reply;
    },
  );
};

const addStops: AddRoutes = (app, context) => {
  app.post(
    '/api/v1/workflow-execution/:id/stop',
    { config: run, schema: { tags, params: IdParams, response: { 200: Stopped } } },
    async (request) => {
      const { id } = request.params;
      await stopExecution(context, whoIs(request), id);
      return { status: 'ok', message: `Stopping workflow execution ${id}` };
    },
  );

  app.post(
    '/api/v1/workflow-execution/:id/kill',
    { config: run, schema: { tags, params: IdParams, ...text } },
    async (request, reply) => {
      const { id } = request.params;
      const application = await killExecution(context, whoIs(request), id);
      return reply.type('text/plain; charset=utf-8').send(`Killed application ${application}, exit value 0`);
    },
  );
};

const addDeletion: AddRoutes = (app, context) => {
  const { now } = context;
  app.delete(
    '/api/v1/workflow-executions/days/:days',
    {
      config: { access: 'workflows.execute', scopes: ['run', 'write'] },
      schema: { tags, params: Type.Object({ days: Type.Integer({ minimum: 0, maximum: 100_000 }) }), ...text },
    },
    async (request, reply) => {
      const { days } = request.params;
      await removeExecutions(context, whoIs(request), { endedBefore: now() - days * day });
      return reply
        .type('text/plain; charset=utf-8')
        .send(`Workflow executions older than ${days} days deleted successfully.`);
    },
  );
};
