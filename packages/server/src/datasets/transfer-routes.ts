import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { textFilesIn } from '../http/text-files.ts';
import { AnyJson, Id, IdParams } from '../http/types.ts';
import { importDatasets, uuidOptions } from './import.ts';
import { listDatasets } from './list.ts';
import { datasetRecord } from './records.ts';
import { datasetFor } from './save.ts';

const ImportReport = Type.Object({
  file: Type.String(),
  id: Id,
  uuid: Type.String(),
  name: Type.String(),
  overwritten: Type.Boolean({ description: 'True if a dataset with this UUID got a new version' }),
  renewed: Type.Boolean({ description: 'True if it has a new UUID' }),
});

const tags = ['Datasets'];
const exported = { access: 'datasets.view', exports: true } as const;

/** Dataset records as files: out of a project, and into one. The files that they describe stay where they are. */
export const datasetTransfer: Resource = (context) => async (app) => {
  for (const add of [addExport, addImport]) add(app, context);
};

const addExport: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/datasets/list/export',
    {
      config: exported,
      schema: {
        tags,
        description: 'Records as JSON texts; `ids` selects some of them, as 1,2,3',
        querystring: Type.Object({
          projectId: Type.Optional(Id),
          ids: Type.Optional(Type.String({ pattern: '^\\d{1,15}(,\\d{1,15}){0,999}$' })),
        }),
        response: { 200: Type.Array(Type.String()) },
      },
    },
    async (request) => {
      const { projectId, ids } = request.query;
      const rows = await listDatasets(db, whoIs(request), { projectId, order: 'alphabetical' });
      const idSet = ids === undefined ? undefined : new Set(ids.split(',').map(Number));
      return rows.filter(({ id }) => idSet?.has(id) ?? true).map((row) => datasetRecord(row).json);
    },
  );

  app.get(
    '/api/v1/datasets/export/:id',
    {
      config: exported,
      schema: {
        tags,
        description: 'The record as a file that POST /api/v1/datasets/import accepts',
        params: IdParams,
        response: { 200: AnyJson },
      },
    },
    async (request) => JSON.parse(datasetRecord(await datasetFor(db, whoIs(request), request.params.id, 'VIEW')).json),
  );
};

const addImport: AddRoutes = (app, { db, now, settings }) => {
  app.post(
    '/api/v1/datasets/import',
    {
      config: { access: 'datasets.modify' },
      schema: {
        tags,
        description:
          'Imports files with dataset records, arrays of them, or exports; all of them or none. uuidOption determines ' +
          'what happens to a record whose UUID the project already has.',
        consumes: ['multipart/form-data'],
        querystring: Type.Object({
          projectId: Type.Optional(Id),
          uuidOption: Type.Union(
            uuidOptions.map((option) => Type.Literal(option)),
            { default: 'createNewUUIDIfExist' },
          ),
        }),
        response: { 200: Type.Array(ImportReport) },
      },
    },
    async (request) => {
      const files = await textFilesIn(request, 'dataset');
      const { projectId = null, uuidOption } = request.query;
      const context = { now: now(), files: settings.files };
      return [...(await importDatasets(db, whoIs(request), { files, projectId, uuidOption }, context))];
    },
  );
};
