import { Type } from 'typebox';
import { filterByProject, visible } from '../access/projects.ts';
import { joinLines } from './run-logs.ts';
import { live, statuses } from './status.ts';
import { runsAreOn } from './switched-on.ts';
import { whoIs } from '../http/authenticate.ts';
import { ownAddress } from '../http/own-address.ts';
import { Problem } from '../problems.ts';
import { Id, IdParams, Ids, idsOf, Nullable, optionalPaging } from '../http/types.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { workflowFor } from '../workflows/save.ts';
import { execute } from './execute.ts';
import { newestExecutions, sendExecutions } from './list.ts';
import { LogQuery, logPage, logText } from './log-view.ts';
import { removeExecutions } from './purge.ts';
import { ExecutionRecord } from './records.ts';
import { executionFor, killExecution, stopExecution } from './stop.ts';
import { invalidParameter } from '../refusals.ts';

const Outcomes = Type.Array(Type.Object({ id: Id, status: Type.String(), message: Type.String() }));

const tags = ['Workflow executions'];
const view = { access: 'workflows.view' as const };
const run = { access: 'workflows.execute' as const };
const list = { response: { 200: Type.Array(ExecutionRecord) } };

/** Runs by the spellings that clients of the interface also use. */
export const olderExecutions: Resource = (context) => async (app) => {
  for (const add of [addRun, addLast, addLists, addStates, addEach, addLog]) add(app, context);
};

const addRun: AddRoutes = (app, context) => {
  const { db } = context;
  app.post(
    '/api/v1/create/workflowexecution/:id',
    {
      config: run,
      schema: {
        tags,
        params: IdParams,
        body: Type.Optional(
          Type.Object({
            userName: Type.Optional(Nullable(Type.String())),
            workflowParameters: Type.Optional(Nullable(Type.String({ maxLength: 100_000 }))),
          }),
        ),
        produces: ['text/plain'],
        response: { 200: Type.String() },
      },
    },
    async (request, reply) => {
      const id = await execute(context, whoIs(request), {
        workflowId: request.params.id,
        parameters: request.body?.workflowParameters ?? '',
        sparkConfig: '',
        libJars: '',
        emailOnSuccess: null,
        emailOnFailure: null,
      });
      return reply.type('text/plain; charset=utf-8').send(String(id));
    },
  );

  app.get(
    '/api/v1/workflows/execution-enable',
    {
      config: view,
      schema: {
        tags,
        description: 'False while an administrator has disabled runs (executions.enabled in /api/v1/configurations)',
        response: { 200: Type.Boolean() },
      },
    },
    () => runsAreOn(db),
  );
};

const addLast: AddRoutes = (app, { db, settings }) => {
  const WithUser = Type.Object({ ...ExecutionRecord.properties, username: Type.String() });

  /** A record, or an empty text. */
  const orNothing = {
    description: 'The newest execution; empty text if there is none',
    content: { 'application/json': { schema: WithUser }, 'text/plain': { schema: Type.String() } },
  };

  app.get(
    '/api/v1/last/workflow-execution/:id',
    { config: view, schema: { tags, params: IdParams, response: { 200: orNothing } } },
    async (request, reply) => {
      const { id } = await workflowFor(db, whoIs(request), request.params.id, 'VIEW');
      const [last] = await newestExecutions(db, ownAddress(request, settings), 1, (all) =>
        all.where('workflowId', '=', id),
      );
      // clients take an empty body for none
      if (last === undefined) return reply.type('text/plain').send('');
      const { username } = await db
        .selectFrom('users')
        .select('username')
        .where('id', '=', last.userId)
        .executeTakeFirstOrThrow();
      return { ...last, username };
    },
  );
};

const addLists: AddRoutes = (app, { db, settings }) => {
  app.get(
    '/api/v1/workflow-executions/projects/:id',
    { config: view, schema: { tags, params: IdParams, ...list } },
    async (request) => {
      const projectIds = [request.params.id];
      const visibleRuns = await filterByProject(db, whoIs(request), 'executions.projectId', { projectIds });
      return newestExecutions(db, ownAddress(request, settings), 5, (all) => all.where(visibleRuns));
    },
  );

  app.get(
    '/api/v1/workflow-executions/users',
    {
      config: view,
      schema: {
        tags,
        description: 'Executions that the caller requested, in projects visible to the caller',
        querystring: Type.Object(optionalPaging),
        ...list,
      },
    },
    async (request, reply) => {
      const who = whoIs(request);
      const visibleRuns = await filterByProject(db, who, 'executions.projectId');
      return sendExecutions(db, request, reply, ownAddress(request, settings), (all) =>
        all.where(visibleRuns).where('userId', '=', who.id),
      );
    },
  );

  app.get(
    '/api/v1/workflow-executions/status/:status',
    {
      config: view,
      schema: {
        tags,
        params: Type.Object({ status: Type.String({ maxLength: 20 }) }),
        querystring: Type.Object(optionalPaging),
        ...list,
      },
    },
    async (request, reply) => {
      const word = request.params.status.toUpperCase();
      const status = /^\d{1,2}$/.test(word) ? Number(word) : (statuses as Readonly<Record<string, number>>)[word];
      if (status === undefined)
        throw invalidParameter('status', request.params.status, 'must be the status of an execution');
      const visibleRuns = await filterByProject(db, whoIs(request), 'executions.projectId');
      return sendExecutions(db, request, reply, ownAddress(request, settings), (all) =>
        all.where(visibleRuns).where('status', '=', status),
      );
    },
  );
};

const addStates: AddRoutes = (app, { db, settings }) => {
  app.get(
    '/api/v1/workflow-executions/count',
    { config: view, schema: { tags, response: { 200: Type.Integer() } } },
    async (request) => {
      const { n } = await db
        .selectFrom('executions')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where(visible(whoIs(request), 'executions.projectId'))
        .executeTakeFirstOrThrow();
      return n;
    },
  );

  app.post(
    '/api/v1/workflow-executions/update-status',
    {
      config: { ...view, changes: false },
      schema: { tags, description: 'The current records of the runs', body: Ids, ...list },
    },
    async (request) => {
      const ids = [...new Set(idsOf(request.body))];
      for (const id of ids) await executionFor(db, whoIs(request), id);
      return newestExecutions(db, ownAddress(request, settings), ids.length, (all) => all.where('id', 'in', ids));
    },
  );
};

const addEach: AddRoutes = (app, context) => {
  const { db } = context;
  /** Does something to each of several runs; what cannot be done to one is reported with its id. */
  const each = async (ids: readonly number[], done: string, act: (id: number) => Promise<unknown>) => {
    const outcomes: { id: number; status: string; message: string }[] = [];
    for (const id of ids)
      try {
        await act(id);
        outcomes.push({ id, status: 'ok', message: done });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        outcomes.push({ id, status: 'error', message: error.message });
      }
    return outcomes;
  };

  app.post(
    '/api/v1/workflow-executions/stop',
    { config: run, schema: { tags, body: Ids, response: { 200: Outcomes } } },
    (request) => each(idsOf(request.body), 'Stopping', (id) => stopExecution(context, whoIs(request), id)),
  );

  app.post(
    '/api/v1/workflow-executions/kill',
    { config: run, schema: { tags, body: Ids, response: { 200: Outcomes } } },
    (request) => each(idsOf(request.body), 'Killed', (id) => killExecution(context, whoIs(request), id)),
  );

  app.delete(
    '/api/v1/workflow-executions',
    { config: { ...run, scopes: ['run', 'write'] }, schema: { tags, body: Ids, response: { 200: Outcomes } } },
    (request) =>
      each(idsOf(request.body), 'Deleted', (id) =>
        context.reserve.forDeletion(async () => {
          const { status } = await executionFor(db, whoIs(request), id);
          if ((live as readonly number[]).includes(status))
            throw new Problem('WRONG_STATE', `execution ${id} is still active: stop it first`);
          if ((await removeExecutions(context, whoIs(request), { ids: [id] })) === 0)
            throw new Problem('FORBIDDEN', `execution ${id} belongs to another user`);
        }),
      ),
  );
};

const addLog: AddRoutes = (app, context) => {
  const { db } = context;
  app.get(
    '/api/v1/workflow-executions/:id/logs/view',
    {
      config: view,
      schema: {
        tags,
        params: IdParams,
        querystring: LogQuery,
        produces: ['text/plain'],
        response: { 200: Type.String() },
      },
    },
    async (request, reply) => {
      const execution = await executionFor(db, whoIs(request), request.params.id);
      const { lines } = request.query;
      reply.type('text/plain; charset=utf-8');
      // text that is made as it is read has no schema
      if (lines === undefined) return reply.send(logText(context, execution, request.query) as never);
      const page = await logPage(context, execution, { ...request.query, lines });
      if (page.next !== undefined) reply.header('x-next-line', page.next);
      return reply.send(joinLines(page.lines));
    },
  );
};
