import { Type } from 'typebox';
import { requirePermission, whoIs } from '../http/authenticate.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { IdParams, say, sentence } from '../http/types.ts';
import { Problem } from '../problems.ts';
import { inWords, usersOf } from './in-use.ts';
import { modelFor, versionOf, versionsOf } from './records.ts';
import { removeFiles } from './remove-files.ts';
import { VersionParams } from './schema.ts';

const tags = ['Models'];
const modify = { access: 'workflows.modify' as const };

const WithFiles = Type.Object({
  files: Type.Boolean({
    default: false,
    description: 'Also deletes the folders of the versions; requires the permission data.write',
  }),
});

/** Deletes models, or versions of them. */
export const modelDeletion: Resource = (context) => async (app) => {
  addModelDeletion(app, context);
  addVersionDeletion(app, context);
};

const addModelDeletion: AddRoutes = (app, context) => {
  app.delete(
    '/api/v1/models/:id',
    {
      config: modify,
      schema: {
        tags,
        description: 'Deletes a model with its versions. Fails while workflows or dashboards use one of them.',
        params: IdParams,
        querystring: WithFiles,
        ...sentence,
      },
    },
    async (request, reply) => {
      const who = whoIs(request);
      if (request.query.files) requirePermission(who, 'data.write');
      const row = await modelFor(context.db, who, request.params.id, 'EDIT');
      const versions = await versionsOf(context.db, row.id);
      const users = await usersOf(context.db, row, versions);
      if (users.length > 0) throw inUse(`model "${row.name}"`, users);
      if (request.query.files) await removeFiles(context, who, row, versions);
      await context.db.deleteFrom('models').where('id', '=', row.id).execute();
      return say(reply, `Model ${row.id} deleted successfully.`);
    },
  );
};

const addVersionDeletion: AddRoutes = (app, context) => {
  app.delete(
    '/api/v1/models/:id/versions/:version',
    {
      config: modify,
      schema: {
        tags,
        description:
          'Deletes a version. Fails for the champion, and while workflows or dashboards use it; its number is not reused.',
        params: VersionParams,
        querystring: WithFiles,
        ...sentence,
      },
    },
    async (request, reply) => {
      const who = whoIs(request);
      if (request.query.files) requirePermission(who, 'data.write');
      const row = await modelFor(context.db, who, request.params.id, 'EDIT');
      const version = await versionOf(context.db, row, request.params.version);
      const title = `version ${version.version} of model "${row.name}"`;
      if (row.champion === version.version)
        throw new Problem('CONFLICT', `${title} is its champion: mark another version or none as champion first`);
      const users = (await usersOf(context.db, row, await versionsOf(context.db, row.id))).filter(
        (user) => user.version === version.version || (user.version === null && version.replacedAt === null),
      );
      if (users.length > 0) throw inUse(title, users);
      if (request.query.files) await removeFiles(context, who, row, [version]);
      await context.db.deleteFrom('modelVersions').where('id', '=', version.id).execute();
      return say(reply, `Version ${version.version} of model ${row.id} deleted successfully.`);
    },
  );
};

const inUse = (what: string, users: Parameters<typeof inWords>[0]): Problem =>
  new Problem('CONFLICT', `${what} is in use by ${inWords(users)}: remove it there first`);
