import { Type } from 'typebox';
import { visible } from '../../access/projects.ts';
import { whoIs } from '../../http/authenticate.ts';
import { Id, IdParams, Millis, say, sentence } from '../../http/types.ts';
import type { Resource } from '../resource.ts';
import { workflowFor } from './save.ts';

const Basic = Type.Object({
  id: Id,
  uuid: Type.String(),
  name: Type.String(),
  category: Type.String(),
  description: Type.String(),
  version: Type.Integer(),
  projectId: Id,
  userId: Id,
  dateCreated: Millis,
  dateLastUpdated: Millis,
});

/** Workflows without their graphs. */
export const workflowLists: Resource =
  ({ db }) =>
  async (app) => {
    const tags = ['Workflows'];
    const config = { access: 'workflows.view' as const };

    for (const [url, isOwn] of [
      ['/api/v1/workflows/dashboard', false],
      ['/api/v1/workflows/users/logged-in', true],
    ] as const)
      app.get(
        url,
        {
          config,
          schema: {
            tags,
            querystring: Type.Object({
              projectId: Type.Optional(Id),
              page: Type.Integer({ minimum: 0, maximum: 1e9, default: 0 }),
              size: Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000 }),
            }),
            response: { 200: Type.Array(Basic) },
          },
        },
        (request) => {
          const { projectId, page, size } = request.query;
          const who = whoIs(request);
          return db
            .selectFrom('workflows')
            .select([
              'id',
              'uuid',
              'name',
              'category',
              'description',
              'version',
              'projectId',
              'userId',
              'dateCreated',
              'dateLastUpdated',
            ])
            .where(visible(who, 'workflows.projectId'))
            .$if(isOwn, (query) => query.where('userId', '=', who.id))
            .$if(projectId !== undefined, (query) => query.where('projectId', '=', projectId ?? 0))
            .orderBy('dateLastUpdated', 'desc')
            .orderBy('id', 'desc')
            .limit(size)
            .offset(page * size)
            .execute();
        },
      );

    app.get(
      '/api/v1/workflows/wfName/:id',
      { config, schema: { tags, params: IdParams, ...sentence } },
      async (request, reply) => {
        const { name } = await workflowFor(db, whoIs(request), request.params.id, 'VIEW');
        return say(reply, name);
      },
    );
  };
