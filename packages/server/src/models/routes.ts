import { COMPATIBILITIES } from '@millrace/workflow';
import { Type } from 'typebox';
import { Path } from '../files/paths.ts';
import { whoIs } from '../http/authenticate.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { About, Id, IdParams, Name, Nullable, paging, say, sentence } from '../http/types.ts';
import { compareModels, Comparison } from './compare.ts';
import { usersOf } from './in-use.ts';
import type { ModelRecord } from './record.ts';
import {
  modelFor,
  modelRecord,
  ModelSummary,
  ModelWithVersions,
  versionOf,
  versionRecord,
  versionsOf,
  versionSummary,
} from './records.ts';
import { registerFiles } from './register-files.ts';
import { VersionNumber } from './schema.ts';
import { changeModel, listModels } from './store.ts';

const tags = ['Models'];
const view = { access: 'workflows.view' as const };
const modify = { access: 'workflows.modify' as const };

/** Models that runs have saved: their versions, what they are worth, which one is the champion. */
export const models: Resource = (context) => async (app) => {
  for (const add of [addList, addRegistration, addModel, addChange, addComparison]) add(app, context);
};

const addList: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/models',
    {
      config: view,
      schema: {
        tags,
        description: 'Models that runs have saved, the most recently updated first',
        querystring: Type.Object({
          projectId: Type.Optional(Id),
          search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name' })),
          ...paging(1_000),
        }),
        response: { 200: Type.Array(ModelSummary) },
      },
    },
    (request) => listModels(db, whoIs(request), request.query),
  );
};

const addRegistration: AddRoutes = (app, context) => {
  app.post(
    '/api/v1/models',
    {
      config: modify,
      schema: {
        tags,
        description: 'Registers a model of the file space as the next version of the model with a name',
        body: Type.Object({
          projectId: Type.Optional(Nullable(Id)),
          name: Name,
          path: Path,
          compatibility: Type.Optional(
            Type.Enum([...COMPATIBILITIES], {
              description: 'The Spark version whose behavior it predicts with; that of its project if absent',
            }),
          ),
        }),
        response: { 200: Type.Object({ id: Id, version: Type.Integer() }) },
      },
    },
    async (request) => {
      const { modelId, version } = await registerFiles(context, whoIs(request), request.body);
      return { id: modelId, version };
    },
  );
};

const addModel: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/models/:id',
    { config: view, schema: { tags, params: IdParams, response: { 200: ModelWithVersions } } },
    async (request) => {
      const row = await modelFor(db, whoIs(request), request.params.id, 'VIEW');
      const versions = await versionsOf(db, row.id);
      return {
        ...modelRecord(row),
        versions: versions.map((one) => versionRecord(one, row.champion)),
        usedBy: await usersOf(db, row, versions),
      };
    },
  );
};

const addChange: AddRoutes = (app, { db, now }) => {
  app.put(
    '/api/v1/models/:id',
    {
      config: modify,
      schema: {
        tags,
        description: 'Updates the description of a model or its champion; null for no champion',
        params: IdParams,
        body: Type.Object({ description: Type.Optional(About), champion: Type.Optional(Nullable(VersionNumber)) }),
        ...sentence,
      },
    },
    async (request, reply) => {
      const row = await modelFor(db, whoIs(request), request.params.id, 'EDIT');
      await changeModel(db, row, request.body, now());
      return say(reply, `Model ${row.id} updated successfully.`);
    },
  );
};

const addComparison: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/models/:id/compare',
    {
      config: view,
      schema: {
        tags,
        description: 'Versions side by side: facts, metrics and parameters',
        params: IdParams,
        querystring: Type.Object({
          versions: Type.String({ pattern: '^\\d{1,9}(,\\d{1,9}){1,9}$', description: 'From 2 to 10, such as 1,3' }),
        }),
        response: { 200: Comparison },
      },
    },
    async (request) => {
      const row = await modelFor(db, whoIs(request), request.params.id, 'VIEW');
      const numbers = [...new Set(request.query.versions.split(',').map(Number))];
      const versions = await Promise.all(numbers.map((number) => versionOf(db, row, number)));
      return {
        versions: versions.map((one) => versionSummary(one, row.champion)),
        ...compareModels(versions.map(({ record }) => JSON.parse(record) as ModelRecord)),
      };
    },
  );
};
