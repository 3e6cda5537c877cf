import { disposition } from '../files/download.ts';
import { spaceOf } from '../files/home.ts';
import { whoIs } from '../http/authenticate.ts';
import type { Resource } from '../http/resource.ts';
import { archiveOf } from './download.ts';
import { modelFor, versionOf, versionRecord, VersionRecord } from './records.ts';
import { VersionParams } from './schema.ts';
import { versionReplaced } from './store.ts';

const tags = ['Models'];
const view = { access: 'workflows.view' as const };

/** Versions of models, and their files. */
export const modelVersions: Resource =
  ({ db, settings }) =>
  async (app) => {
    app.get(
      '/api/v1/models/:id/versions/:version',
      { config: view, schema: { tags, params: VersionParams, response: { 200: VersionRecord } } },
      async (request) => {
        const row = await modelFor(db, whoIs(request), request.params.id, 'VIEW');
        return versionRecord(await versionOf(db, row, request.params.version), row.champion);
      },
    );

    app.get(
      '/api/v1/models/:id/versions/:version/download',
      {
        config: { ...view, exports: true },
        schema: { tags, description: 'The files of a version', params: VersionParams, produces: ['application/zip'] },
      },
      async (request, reply) => {
        const who = whoIs(request);
        const row = await modelFor(db, who, request.params.id, 'VIEW');
        const { path, version, replacedAt } = await versionOf(db, row, request.params.version);
        if (replacedAt !== null) throw versionReplaced(row.name, version);
        const name = `${row.name}-${version}`;
        const archive = await archiveOf(spaceOf(settings.files, who), path, name);
        archive.on('error', (error: Error) => request.log.error({ err: error }, 'model download interrupted'));
        return reply
          .type('application/zip')
          .header('content-disposition', disposition(`${name}.zip`))
          .send(archive);
      },
    );
  };
