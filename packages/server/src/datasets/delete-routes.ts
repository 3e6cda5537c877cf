import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import type { Resource } from '../http/resource.ts';
import { Problem } from '../problems.ts';
import { Id, IdParams } from '../http/types.ts';
import { datasetFor } from './save.ts';

const Ids = Type.Array(Id, { minItems: 1, maxItems: 1_000 });

/** Deletes datasets: one, or several of which all go or none. Workflows that name them keep their own copy. */
export const datasetDeletion: Resource =
  ({ db }) =>
  async (app) => {
    const tags = ['Datasets'];
    const config = { access: 'datasets.modify' as const };
    const text = { produces: ['text/plain'], response: { 200: Type.String() } };

    app.delete(
      '/api/v1/datasets/:id',
      {
        config,
        schema: { tags, params: IdParams, querystring: Type.Object({ projectId: Type.Optional(Id) }), ...text },
      },
      async (request, reply) => {
        const { id } = request.params;
        await datasetFor(db, whoIs(request), id, 'EDIT', request.query.projectId);
        await db.deleteFrom('datasets').where('id', '=', id).execute();
        return reply.type('text/plain; charset=utf-8').send(`Dataset with id ${id} deleted successfully.`);
      },
    );

    app.delete(
      '/api/v1/datasets',
      {
        config,
        schema: {
          tags,
          querystring: Type.Object({
            ids: Type.Optional(Type.Unsafe<string | string[]>({ description: 'Such as 1,2,3' })),
          }),
          body: Type.Optional(Type.Union([Ids, Type.Object({ ids: Ids }), Type.Null()])),
          ...text,
        },
      },
      async (request, reply) => {
        const ids = [...new Set(idsOf(request.query.ids, request.body))];
        await db.transaction().execute(async (tx) => {
          for (const id of ids) await datasetFor(tx, whoIs(request), id, 'EDIT');
          await tx.deleteFrom('datasets').where('id', 'in', ids).execute();
        });
        return reply
          .type('text/plain; charset=utf-8')
          .send(`Datasets with ids ${ids.join(', ')} deleted successfully.`);
      },
    );
  };

function idsOf(
  query: string | readonly string[] | undefined,
  body: readonly number[] | { readonly ids: readonly number[] } | null | undefined,
): readonly number[] {
  // what is coerced at the root of a body does not reach us
  const idsInBody = typeof body !== 'object' || body === null ? [] : 'ids' in body ? body.ids : body;
  const words = (query === undefined ? [] : [query].flat())
    .flatMap((text) => text.split(','))
    .filter((word) => word !== '');
  const ids = [...idsInBody, ...words.map(Number)];
  if (ids.length === 0 || ids.length > 1_000 || !ids.every((id) => Number.isSafeInteger(id)))
    throw new Problem(
      'MALFORMED',
      'dataset ids are missing or invalid: send them as ids=1,2,3 in the query or as [1, 2, 3] in the body',
    );
  return ids;
}
