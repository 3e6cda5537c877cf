import type { JsonObject } from '@millrace/workflow';
import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import type { Resource } from '../http/resource.ts';
import { Id, IdParams, Millis } from '../http/types.ts';
import type { DatasetColumns } from './check.ts';
import { datasetRecord, DatasetRecord } from './records.ts';
import { datasetFor } from './save.ts';
import { versionNotFound } from '../refusals.ts';

const Version = Type.Object({
  version: Type.Integer(),
  dateLastUpdated: Millis,
  userId: Id,
  userName: Type.String({ description: 'The user who saved it, by the name of that time' }),
});

/** What datasets were before they were saved again. */
export const datasetVersions: Resource =
  ({ db }) =>
  async (app) => {
    const config = { access: 'datasets.view' as const };
    const tags = ['Datasets'];

    app.get(
      '/api/v1/datasets/:id/versions',
      {
        config,
        schema: {
          tags,
          description: 'The versions of a dataset, with the user and time of each save; the newest version first',
          params: IdParams,
          response: { 200: Type.Array(Version) },
        },
      },
      async (request) => {
        const { id } = await datasetFor(db, whoIs(request), request.params.id, 'VIEW');
        return db
          .selectFrom('datasetVersions')
          .select(['version', 'dateLastUpdated', 'userId', 'userName'])
          .where('datasetId', '=', id)
          .orderBy('version', 'desc')
          .execute();
      },
    );

    app.get(
      '/api/v1/datasets/:id/versions/:version',
      {
        config,
        schema: {
          tags,
          description: 'A dataset as it was at a version; save it again to restore that version',
          params: Type.Object({ id: Id, version: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) }),
          response: { 200: DatasetRecord },
        },
      },
      async (request) => {
        const { id, version } = request.params;
        const row = await datasetFor(db, whoIs(request), id, 'VIEW');
        const then = await db
          .selectFrom('datasetVersions')
          .select(['version', 'record', 'dateLastUpdated'])
          .where('datasetId', '=', id)
          .where('version', '=', version)
          .executeTakeFirst();
        if (then === undefined) throw versionNotFound('dataset', id, version);
        return datasetRecord({ ...row, ...columnsIn(then.record), ...then });
      },
    );
  };

/** The columns of a stored record: those that `checked` put into it. */
function columnsIn(text: string): Omit<DatasetColumns, 'record'> {
  const { uuid, name, category, description, path, datasetType } = JSON.parse(text) as JsonObject &
    Omit<DatasetColumns, 'record'>;
  return { uuid, name, category, description, path, datasetType };
}
