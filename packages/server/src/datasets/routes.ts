import { Type } from 'typebox';
import { filterByProject, visible } from '../access/projects.ts';
import { whoIs } from '../http/authenticate.ts';
import { Id, IdParams, Millis, optionalPaging } from '../http/types.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { DatasetBody } from './bodies.ts';
import { listDatasets, ListQuery, requestedOrder } from './list.ts';
import { datasetRecord, DatasetRecord } from './records.ts';
import { sampleOf } from './sample.ts';
import { cloneDataset, createDataset, datasetFor, updateDataset, type DatasetInput } from './save.ts';
import { usedBy } from './used-by.ts';

const InProject = Type.Object({ projectId: Type.Optional(Id) });

const Use = Type.Object({
  id: Id,
  uuid: Type.String(),
  name: Type.String(),
  category: Type.String(),
  version: Type.Integer(),
  projectId: Id,
  dateLastUpdated: Millis,
});

const tags = ['Datasets'];
const view = { access: 'datasets.view' as const };
const modify = { access: 'datasets.modify' as const };
const many = { 200: Type.Array(DatasetRecord) };
const text = { produces: ['text/plain'], response: { 200: Type.String() } };

/** Datasets: files with a schema, by name. */
export const datasets: Resource = (context) => async (app) => {
  for (const add of [addSaves, addLists, addFigures, addReads]) add(app, context);
};

const addSaves: AddRoutes = (app, { db, now, settings }) => {
  for (const url of ['/dataset/save', '/api/v1/datasets'])
    app.post(url, { config: modify, schema: { tags, body: DatasetBody, ...text } }, async (request, reply) => {
      const input = request.body as DatasetInput;
      const at = { now: now(), files: settings.files };
      const inputId = input.id || null;
      const id =
        inputId === null
          ? await createDataset(db, whoIs(request), input, at)
          : await updateDataset(db, whoIs(request), inputId, input, at);
      const message = inputId === null ? 'Dataset created successfully.' : 'Dataset updated successfully';
      return reply.header('x-dataset-id', id).type('text/plain; charset=utf-8').send(message);
    });

  app.post(
    '/api/v1/datasets/:id/:name/clone',
    {
      config: modify,
      schema: { tags, params: Type.Object({ id: Id, name: Type.String({ maxLength: 1_000 }) }), ...text },
    },
    async (request, reply) => {
      const id = await cloneDataset(db, whoIs(request), request.params, { now: now(), files: settings.files });
      return reply.header('x-dataset-id', id).type('text/plain; charset=utf-8').send('Dataset cloned successfully.');
    },
  );
};

const addLists: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/datasets',
    { config: view, schema: { tags, querystring: ListQuery, response: many } },
    async (request) => {
      const { sortPara, ...query } = request.query;
      const rows = await listDatasets(db, whoIs(request), { ...query, order: requestedOrder(sortPara) });
      return rows.map((row) => datasetRecord(row));
    },
  );

  app.get('/api/v1/datasets/latest', { config: view, schema: { tags, response: many } }, async (request) => {
    const rows = await listDatasets(db, whoIs(request), { size: 5 });
    return rows.map((row) => datasetRecord(row));
  });

  app.get(
    '/api/v1/datasets/users',
    { config: view, schema: { tags, querystring: Type.Object(optionalPaging), response: many } },
    async (request) => {
      const rows = await listDatasets(db, whoIs(request), { own: true, ...request.query });
      return rows.map((row) => datasetRecord(row));
    },
  );
};

const addFigures: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/datasets/count',
    { config: view, schema: { tags, querystring: InProject, response: { 200: Type.Integer() } } },
    async (request) => {
      const { projectId } = request.query;
      const { n } = await db
        .selectFrom('datasets')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where(visible(whoIs(request), 'datasets.projectId'))
        .$if(projectId !== undefined, (query) => query.where('projectId', '=', projectId ?? 0))
        .executeTakeFirstOrThrow();
      return n;
    },
  );

  app.get(
    '/api/v1/datasets/categories',
    { config: view, schema: { tags, querystring: InProject, response: { 200: Type.Array(Type.String()) } } },
    async (request) => {
      const { projectId } = request.query;
      const projectIds = projectId === undefined ? [] : [projectId];
      const rows = await db
        .selectFrom('datasets')
        .select('category')
        .distinct()
        .where(await filterByProject(db, whoIs(request), 'datasets.projectId', { projectIds, ofProject: false }))
        .orderBy('category')
        .execute();
      return rows.flatMap(({ category }) => category || []);
    },
  );
};

const addReads: AddRoutes = (app, context) => {
  const { db } = context;
  app.get(
    '/api/v1/datasets/projects/:id',
    {
      config: view,
      schema: { tags, params: IdParams, response: { 200: Type.Record(Type.String(), Type.String()) } },
    },
    async (request) => {
      const rows = await listDatasets(db, whoIs(request), { projectId: request.params.id, order: 'alphabetical' });
      return Object.fromEntries(rows.map(({ uuid, name }) => [uuid, name]));
    },
  );

  app.get(
    '/api/v1/datasets/:id/workflows',
    { config: view, schema: { tags, params: IdParams, response: { 200: Type.Array(Use) } } },
    async (request) => usedBy(db, await datasetFor(db, whoIs(request), request.params.id, 'VIEW')),
  );

  app.get(
    '/api/v1/datasets/:id',
    { config: view, schema: { tags, params: IdParams, querystring: InProject, response: { 200: DatasetRecord } } },
    async (request) => {
      const row = await datasetFor(db, whoIs(request), request.params.id, 'VIEW', request.query.projectId);
      return datasetRecord(row, await sampleOf(context, whoIs(request), row.record));
    },
  );
};
