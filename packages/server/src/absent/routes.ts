import { Type } from 'typebox';
import { requireRight } from '../access/projects.ts';
import { whoIs } from '../http/authenticate.ts';
import { Id, Nullable } from '../http/types.ts';
import type { Resource } from '../http/resource.ts';

const tags = ['Unsupported features'];
const Pipeline = Type.Object({ id: Id, name: Type.String(), content: Type.String() });
const WebApp = Type.Object({ id: Id, name: Type.String(), usecase: Nullable(Type.String()) });
const Words = Type.Optional(Type.Unsafe<string | string[]>({ description: 'One value or several' }));

/** Lists that clients go through, of what this service has none of: they are empty. */
export const absent: Resource =
  ({ db }) =>
  async (app) => {
    app.get(
      '/getExportPipelinesDetailsByProjectId/:id',
      {
        config: { access: 'workflows.view' },
        schema: {
          tags,
          description: 'The pipelines of a project: always empty, as this service has none',
          params: Type.Object({ id: Id }),
          response: { 200: Type.Array(Pipeline) },
        },
      },
      async (request) => {
        await requireRight(db, whoIs(request), request.params.id, 'VIEW');
        return [];
      },
    );
    app.get(
      '/api/v1/webApps',
      {
        config: { access: 'workflows.view' },
        schema: {
          tags,
          description: 'Analytical apps: always empty, as this service has none',
          querystring: Type.Object({ projectId: Type.Optional(Id), sortBy: Words, apiCategory: Words }),
          response: { 200: Type.Array(WebApp) },
        },
      },
      async (request) => {
        const { projectId } = request.query;
        if (projectId !== undefined) await requireRight(db, whoIs(request), projectId, 'VIEW');
        return [];
      },
    );
    app.get(
      '/api/v1/hive/databases',
      {
        config: { access: 'data.view' },
        schema: {
          tags,
          description: 'Databases of a Hive metastore: always empty, as this service uses none',
          response: { 200: Type.Array(Type.String()) },
        },
      },
      async () => [],
    );
  };
