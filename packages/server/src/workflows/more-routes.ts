import { COMPATIBILITIES } from '@millrace/workflow';
import { Type, type Static } from 'typebox';
import { visible } from '../access/projects.ts';
import { whoIs } from '../http/authenticate.ts';
import { sendList } from '../http/json-array.ts';
import { Problem } from '../problems.ts';
import { textFilesIn } from '../http/text-files.ts';
import { AnyJson, Id, IdParams, Nullable } from '../http/types.ts';
import { pace } from '../timing/pace.ts';
import { findLenientDates } from '../datasets/lenient-dates.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { canRun, problemsOf } from './check.ts';
import { graphsAtOnce } from './list.ts';
import { importWorkflows, uuidOptions } from './import.ts';
import { proposedOf } from './older-spark.ts';
import { ProblemRecord, WorkflowRecord, workflowRecord } from './records.ts';
import { saveWorkflow, workflowFor } from './save.ts';

/** A workflow that came, and what of it runs here. */
const ImportReport = Type.Object({
  file: Type.String(),
  id: Id,
  name: Type.String(),
  overwritten: Type.Boolean({ description: 'True if a workflow with this UUID got a new version' }),
  renewed: Type.Boolean({ description: 'True if it has a new UUID' }),
  canRun: Type.Boolean(),
  nodes: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), nodeClass: Type.String() })),
  problems: Type.Array(ProblemRecord, { description: 'The problems, as from POST /api/v1/workflows/validate' }),
  adapted: Type.Array(Type.Object({ nodeId: Type.Optional(Type.String()), message: Type.String() }), {
    description: 'What was read differently from the file',
  }),
  proposedCompatibility: Nullable(
    Type.String({ description: 'The Spark version that it seems to have been made for' }),
  ),
  older: Type.Array(
    Type.Object({ nodeId: Type.Optional(Type.String()), compatibility: Type.String(), message: Type.String() }),
    { description: 'What shows that it was made for an older Spark' },
  ),
});

const tags = ['Workflows'];
const view = { access: 'workflows.view' as const };
const modify = { access: 'workflows.modify' as const };
const text = { produces: ['text/plain'], response: { 200: Type.String() } };

/** Import and export, and the older spellings of workflow calls. */
export const moreWorkflows: Resource = (context) => async (app) => {
  for (const add of [addOlderSave, addImport, addExport, addReads]) add(app, context);
};

const addOlderSave: AddRoutes = (app, { db, now }) => {
  app.post(
    '/saveWorkflow',
    {
      config: modify,
      schema: {
        tags,
        headers: Type.Object({
          analysisflowid: Type.Optional(Type.String({ pattern: '^(null|\\d{0,15})$' })),
          projectid: Type.Optional(Type.String({ pattern: '^(null|\\d{0,15})$' })),
        }),
        body: AnyJson,
        ...text,
      },
    },
    async (request, reply) => {
      const number = (header = ''): number | null => (/^\d+$/.test(header) ? Number(header) : null);
      const { analysisflowid, projectid } = request.headers;
      const saving = {
        id: number(analysisflowid),
        projectId: number(projectid),
        comment: null,
        workflow: request.body,
      };
      return reply
        .type('text/plain; charset=utf-8')
        .send(String(await saveWorkflow(db, whoIs(request), saving, now())));
    },
  );
};

const addImport: AddRoutes = (app, context) => {
  const { db, now, catalogue } = context;
  app.post(
    '/api/v1/workflows/import',
    {
      config: modify,
      schema: {
        tags,
        consumes: ['multipart/form-data'],
        querystring: Type.Object({
          projectId: Type.Optional(Id),
          uuidOption: Type.Union(
            uuidOptions.map((option) => Type.Literal(option)),
            { default: 'createNewUUIDIfExist' },
          ),
          compatibility: Type.Optional(
            Type.Enum([...COMPATIBILITIES], { description: 'Written into all workflows that are imported' }),
          ),
        }),
        response: {
          200: Type.Array(ImportReport),
        },
      },
    },
    async (request) => {
      const files = await textFilesIn(request, 'workflow');
      const { projectId = null, uuidOption, compatibility } = request.query;
      const imported = await importWorkflows(
        db,
        whoIs(request),
        { files, projectId, uuidOption, compatibility },
        { now: now(), catalogue: await catalogue(), lenientDates: findLenientDates(context, whoIs(request)) },
      );
      const reports: Static<typeof ImportReport>[] = [];
      const breathe = pace();
      for (const { graph, adapted, older, projectId: project, ...one } of imported) {
        const problems = await problemsOf({ db, catalogue }, graph, project);
        const nodes = graph.nodes.map(({ id, name, nodeClass }) => ({ id, name, nodeClass }));
        reports.push({
          ...{ ...one, canRun: canRun(problems), nodes, problems, adapted: [...adapted] },
          ...{ proposedCompatibility: proposedOf(older) ?? null, older: [...older] },
        });
        await breathe();
      }
      return reports;
    },
  );
};

const addExport: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/workflows/list/export',
    {
      config: { ...view, exports: true },
      schema: {
        tags,
        querystring: Type.Object({
          projectId: Type.Optional(Id),
          ids: Type.Optional(Type.String({ pattern: '^\\d{1,15}(,\\d{1,15}){0,999}$' })),
        }),
        response: { 200: Type.Array(Type.String()) },
      },
    },
    async (request, reply) => {
      const { projectId, ids } = request.query;
      const rows = await db
        .selectFrom('workflows')
        .select('id')
        .where(visible(whoIs(request), 'workflows.projectId'))
        .$if(projectId !== undefined, (query) => query.where('projectId', '=', projectId ?? 0))
        .$if(ids !== undefined, (query) => query.where('id', 'in', (ids ?? '').split(',').map(Number)))
        .orderBy('id')
        .execute();
      return sendList(request, reply, {
        item: Type.String(),
        ids: rows,
        atOnce: graphsAtOnce,
        read: (some) => db.selectFrom('workflows').select(['id', 'content']).where('id', 'in', some).execute(),
        record: ({ content }) => content,
      }) as never;
    },
  );

  app.get(
    '/api/v1/workflows/export/:id',
    { config: { ...view, exports: true }, schema: { tags, params: IdParams, response: { 200: AnyJson } } },
    async (request) => JSON.parse((await workflowFor(db, whoIs(request), request.params.id, 'VIEW')).content),
  );
};

const addReads: AddRoutes = (app, { db }) => {
  for (const key of ['uuid', 'name'] as const)
    app.get(
      `/api/v1/workflows/${key}/:value`,
      {
        config: view,
        schema: {
          tags,
          params: Type.Object({ value: Type.String() }),
          querystring: Type.Object({ projectId: Type.Optional(Id) }),
          response: { 200: WorkflowRecord },
        },
      },
      async (request) => {
        const { projectId } = request.query;
        const row = await db
          .selectFrom('workflows')
          .selectAll('workflows')
          .where(key, '=', request.params.value)
          .where(visible(whoIs(request), 'workflows.projectId'))
          .$if(projectId !== undefined, (query) => query.where('projectId', '=', projectId ?? 0))
          .orderBy('dateLastUpdated', 'desc')
          .executeTakeFirst();
        if (row === undefined)
          throw new Problem('NOT_FOUND', `no workflow with the ${key} "${request.params.value.slice(0, 200)}"`);
        return workflowRecord(row);
      },
    );
};
