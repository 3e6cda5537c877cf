import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import { component, AnyJson, OutputJson, Id, IdParams, Millis, Nullable } from '../http/types.ts';
import { executionFor } from '../executions/stop.ts';
import { workflowFor } from '../workflows/save.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { completedRun, outputsOf } from './read.ts';
import { mustBeOneOf, invalidParameter } from '../refusals.ts';

const Outputs = Type.Array(OutputJson);

const NodeRecord = component(
  'NodeExecution',
  Type.Object({
    nodeId: Type.String(),
    name: Type.String(),
    nodeClass: Type.String(),
    status: Type.String(),
    rows: Nullable(Type.Integer()),
    ms: Type.Integer(),
    endedAt: Millis,
    report: AnyJson,
  }),
);

const SavedVersion = Type.Object({
  modelId: Id,
  name: Type.String({ description: 'The name of the model' }),
  version: Type.Integer(),
  nodeId: Nullable(Type.String({ description: 'The node that saved it' })),
});

const tags = ['Results'];
const config = { access: 'workflows.view' as const };

/** What runs have shown: tables, charts, texts, and how each node went. */
export const results: Resource = (context) => async (app) => {
  for (const add of [addResults, addOlderReads]) add(app, context);
};

const addResults: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/workflow-executions/:id/results',
    { config, schema: { tags, params: IdParams, response: { 200: Outputs } } },
    async (request) => {
      const { id } = await executionFor(db, whoIs(request), request.params.id);
      return [...(await outputsOf(db, id))];
    },
  );

  app.get(
    '/api/v1/workflow-executions/:id/nodes',
    { config, schema: { tags, params: IdParams, response: { 200: Type.Array(NodeRecord) } } },
    async (request) => {
      const { id } = await executionFor(db, whoIs(request), request.params.id);
      const rows = await db
        .selectFrom('executionNodes')
        .selectAll()
        .where('executionId', '=', id)
        .orderBy('endedAt')
        .orderBy('nodeId')
        .execute();
      return rows.map(({ rowCount, report, ...row }) => ({
        ...row,
        rows: rowCount,
        report: JSON.parse(report) as unknown,
      }));
    },
  );

  app.get(
    '/api/v1/workflow-executions/:id/models',
    {
      config,
      schema: {
        tags,
        description: 'The model versions that a run registered',
        params: IdParams,
        response: { 200: Type.Array(SavedVersion) },
      },
    },
    async (request) => {
      const { id } = await executionFor(db, whoIs(request), request.params.id);
      return db
        .selectFrom('modelVersions')
        .innerJoin('models', 'models.id', 'modelVersions.modelId')
        .select(['modelVersions.modelId', 'models.name', 'modelVersions.version', 'modelVersions.nodeId'])
        .where('modelVersions.executionId', '=', id)
        .orderBy('modelVersions.modelId')
        .orderBy('modelVersions.version')
        .execute();
    },
  );
};

const addOlderReads: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/execution-results/workflow-executions/:id/resultType/:type',
    {
      config,
      schema: {
        tags,
        params: Type.Object({ id: Id, type: Type.Integer({ minimum: 0, maximum: 99 }) }),
        response: { 200: Outputs },
      },
    },
    async (request) => {
      const { type } = request.params;
      if (type !== 2 && type !== 3 && type !== 99)
        throw invalidParameter('resultType', String(type), mustBeOneOf(['2 (model)', '3 (data)', '99 (all)']));
      const { id } = await executionFor(db, whoIs(request), request.params.id);
      return (await outputsOf(db, id)).filter(({ resultType }) => type === 99 || resultType === type);
    },
  );

  app.get(
    '/api/v1/execution-results/workflows/:workflowId/nodes/:nodeId/latest',
    {
      config,
      schema: { tags, params: Type.Object({ workflowId: Id, nodeId: Type.String() }), response: { 200: Outputs } },
    },
    async (request) => {
      const { workflowId, nodeId } = request.params;
      const who = whoIs(request);
      const { id } = await workflowFor(db, who, workflowId, 'VIEW');
      const latest = await completedRun(db, who, id, nodeId);
      return latest === undefined ? [] : [...(await outputsOf(db, latest.id, nodeId))];
    },
  );

  app.get(
    '/viewExecutionResult/:id/0',
    {
      config,
      schema: {
        tags,
        params: IdParams,
        response: { 200: Type.Array(Type.Object({ id: Type.Integer(), result: OutputJson })) },
      },
    },
    async (request) => {
      const { id } = await executionFor(db, whoIs(request), request.params.id);
      return (await outputsOf(db, id)).map((result, index) => ({ id: index + 1, result }));
    },
  );
};
