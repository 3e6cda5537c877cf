import { Type, type Static } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import type { Resource } from '../http/resource.ts';
import { leaving } from '../http/leaving.ts';
import { component, IdParams, Nullable } from '../http/types.ts';
import { inspectionRequest, inspectionOf } from './inspection-request.ts';
import { InspectionBody, InspectionQuery } from './bodies.ts';
import type { DatasetProfile } from './profile.ts';
import { datasetFor } from './save.ts';

const ColumnProfile = component(
  'ColumnProfile',
  Type.Object({
    name: Type.String(),
    type: Type.String({ description: 'The type, as the engine names it' }),
    rows: Type.Integer(),
    nulls: Type.Integer(),
    nans: Type.Integer({ description: 'Number of NaN values, which min, max, mean and bins ignore' }),
    distinct: Nullable(
      Type.Integer({ description: 'Number of distinct values other than null; null for nested values' }),
    ),
    min: Nullable(Type.String()),
    max: Nullable(Type.String()),
    mean: Nullable(Type.Number()),
    bins: Nullable(
      Type.Object(
        { from: Type.Number(), to: Type.Number(), counts: Type.Array(Type.Integer()) },
        {
          description:
            'Bins of equal width, of numbers, or of times in milliseconds since the Unix epoch; the last one includes `to`',
        },
      ),
    ),
    top: Nullable(
      Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }), {
        description: 'The most frequent values of text and boolean columns',
      }),
    ),
  }),
);

const Profile = component(
  'Profile',
  Type.Object({
    rows: Type.Integer({ description: 'Number of rows that were profiled, from the first one on' }),
    complete: Type.Boolean({ description: 'True if there are no more rows' }),
    rejected: Nullable(
      Type.Integer({
        description: 'Number of these rows with cells that do not match their types; those cells count as null',
      }),
    ),
    warnings: Type.Array(Type.String()),
    columns: Type.Array(ColumnProfile),
  }),
);

/** Sums up the columns of a dataset, saved or not. */
export const datasetProfiles: Resource = (context) => async (app) => {
  const tags = ['Datasets'];
  const config = { access: 'datasets.view' as const, changes: false };
  const response = { 200: Profile };

  app.post(
    '/api/v1/datasets/profile',
    { config, schema: { tags, querystring: InspectionQuery, body: InspectionBody, response } },
    async (request, reply) => {
      const { profileOf } = await import('./profile.ts');
      const inspection = inspectionRequest(request.query, request.body);
      return answer(await profileOf(context, whoIs(request), inspection, leaving(reply)));
    },
  );

  app.post(
    '/api/v1/datasets/:id/profile',
    { config, schema: { tags, params: IdParams, response } },
    async (request, reply) => {
      const closed = leaving(reply);
      const { record } = await datasetFor(context.db, whoIs(request), request.params.id, 'VIEW');
      const { profileOf } = await import('./profile.ts');
      return answer(await profileOf(context, whoIs(request), inspectionOf(record), closed));
    },
  );
};

const answer = ({ columns, warnings, ...profile }: DatasetProfile): Static<typeof Profile> => ({
  ...profile,
  warnings: [...warnings],
  columns: columns.map(({ bins, top, ...column }) => ({
    ...column,
    bins: bins && { ...bins, counts: [...bins.counts] },
    top: top && [...top],
  })),
});
