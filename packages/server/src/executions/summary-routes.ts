import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { Type } from 'typebox';
import type { Principal } from '../access/principal.ts';
import { filterByProject, requireRight, visible } from '../access/projects.ts';
import { live, statuses, statusName } from './status.ts';
import { whoIs } from '../http/authenticate.ts';
import { Id, Nullable, say, sentence } from '../http/types.ts';
import { unsought, type Db } from '../store/database.ts';
import type { Tables } from '../store/tables.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { dateOf } from './list.ts';
import { removeExecutions } from './purge.ts';
import { executionFor } from './stop.ts';

const day = 86_400_000;

const SomeMillis = Type.Integer({ minimum: 0, maximum: 8.64e15, description: 'Milliseconds since the epoch' });

const Counts = Type.Record(Type.String(), Type.Integer());

const NodeMetrics = Type.Object({
  nodeId: Type.String(),
  name: Type.String(),
  status: Type.String(),
  rows: Nullable(Type.Integer()),
  ms: Type.Integer(),
  metrics: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
    description: 'Values of the evaluation metrics by name; NaN and infinities as text',
  }),
});

const metricsOf = (report: string): Record<string, number | string> =>
  (JSON.parse(report) as { readonly metrics?: Record<string, number | string> }).metrics ?? {};

const countByState = (runs: SelectQueryBuilder<Tables, 'executions', object>, state: RawBuilder<unknown>) =>
  runs
    .select((eb) => [sql<number>`${state}`.as('state'), eb.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute();

/** Counts of what has not ended, and of what has since a moment: each is found by an index of its own. */
async function countSince(db: Db, who: Principal, moment: number) {
  const visibleRuns = await filterByProject(db, who, 'executions.projectId', { ofProject: false });
  const runs = db.selectFrom('executions').where(visibleRuns);
  const state = unsought(db, 'status');
  return [
    ...(await countByState(runs.where('status', 'in', [...live]), state)),
    ...(await countByState(runs.where('endedAt', '>=', moment), state)),
  ];
}

const tags = ['Workflow executions'];
const view = { access: 'workflows.view' as const };

/** Runs in numbers. */
export const executionSummaries: Resource = (context) => async (app) => {
  for (const add of [addSummaries, addDays, addMetrics, addDeletion]) add(app, context);
};

const addSummaries: AddRoutes = (app, { db }) => {
  for (const url of ['/api/v1/workflow-executions/summary', '/api/v1/workflow-executions/summary/all'])
    app.get(
      url,
      {
        config: view,
        schema: {
          tags,
          description: 'Number of runs by status: all runs, or active runs and those that ended since a given time',
          querystring: Type.Object({ endedSince: Type.Optional(SomeMillis) }),
          response: { 200: Counts },
        },
      },
      async (request) => {
        const who = whoIs(request);
        const { endedSince } = request.query;
        const rows = await (endedSince === undefined
          ? countByState(db.selectFrom('executions').where(visible(who, 'executions.projectId')), sql.ref('status'))
          : countSince(db, who, endedSince));
        const counts = new Map(rows.map(({ state, n }) => [state, n]));
        return Object.fromEntries(Object.entries(statuses).map(([name, status]) => [name, counts.get(status) ?? 0]));
      },
    );
};

const addDays: AddRoutes = (app, { db, now }) => {
  app.get(
    '/api/v1/workflow-executions/summary/date',
    {
      config: view,
      schema: {
        tags,
        description:
          'Number of runs by the day (UTC) on which they were requested; the last 30 days unless dates are set.',
        querystring: Type.Object({
          fromDate: Type.Optional(Type.String({ maxLength: 20 })),
          toDate: Type.Optional(Type.String({ maxLength: 20 })),
          projectId: Type.Optional(Id),
        }),
        response: {
          200: Type.Array(Type.Object({ date: Type.String(), total: Type.Integer(), statuses: Counts })),
        },
      },
    },
    async (request) => {
      const { fromDate, toDate, projectId } = request.query;
      const from = dateOf(fromDate, 'fromDate') ?? now() - 30 * day;
      const to = dateOf(toDate, 'toDate') ?? now();
      const rows = await db
        .selectFrom('executions')
        .select((eb) => [
          sql<number>`queued_at / ${sql.lit(day)}`.as('day'),
          'status',
          eb.fn.countAll<number>().as('n'),
        ])
        .where(visible(whoIs(request), 'executions.projectId'))
        .where('queuedAt', '>=', from)
        .where('queuedAt', '<', to + day)
        .$if(projectId !== undefined, (query) => query.where('projectId', '=', projectId ?? 0))
        .groupBy(['day', 'status'])
        .orderBy('day')
        .orderBy('status')
        .execute();
      return [...Map.groupBy(rows, (row) => row.day)].map(([number, ofDay]) => ({
        date: new Date(number * day).toISOString().slice(0, 10),
        total: ofDay.reduce((sum, { n }) => sum + n, 0),
        statuses: Object.fromEntries(ofDay.map(({ status, n }) => [statusName(status), n])),
      }));
    },
  );
};

const addMetrics: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/workflow/metrics/:executionId',
    {
      config: view,
      schema: {
        tags,
        params: Type.Object({ executionId: Id }),
        response: {
          200: Type.Object({
            executionId: Id,
            status: Type.String(),
            ms: Nullable(Type.Integer({ description: 'Time from start to end' })),
            nodes: Type.Array(NodeMetrics),
          }),
        },
      },
    },
    async (request) => {
      const { id, status, startedAt, endedAt } = await executionFor(db, whoIs(request), request.params.executionId);
      const nodes = await db
        .selectFrom('executionNodes')
        .select(['nodeId', 'name', 'status', 'rowCount as rows', 'ms', 'report'])
        .where('executionId', '=', id)
        .orderBy('endedAt')
        .orderBy('nodeId')
        .execute();
      const ms = startedAt === null || endedAt === null ? null : endedAt - startedAt;
      const reports = nodes.map(({ report, ...node }) => ({ ...node, metrics: metricsOf(report) }));
      return { executionId: id, status: statusName(status), ms, nodes: reports };
    },
  );
};

const addDeletion: AddRoutes = (app, context) => {
  const { db, now } = context;
  app.delete(
    '/api/v1/workflow-executions/application/:applicationId/days/:days',
    {
      config: { access: 'workflows.execute', scopes: ['run', 'write'] },
      schema: {
        tags,
        description: 'Deletes runs of a project, which clients call an application here.',
        params: Type.Object({ applicationId: Id, days: Type.Integer({ minimum: 0, maximum: 100_000 }) }),
        ...sentence,
      },
    },
    async (request, reply) => {
      const { applicationId, days } = request.params;
      const who = whoIs(request);
      await requireRight(db, who, applicationId, 'EXECUTE');
      await removeExecutions(context, who, { endedBefore: now() - days * day, projectId: applicationId });
      return say(
        reply,
        `Workflow executions of application ${applicationId} older than ${days} days deleted successfully.`,
      );
    },
  );
};
