import { Type } from 'typebox';
import { requireRight } from '../access/projects.ts';
import { withFileProblems } from '../datasets/file-problems.ts';
import { whoIs } from '../http/authenticate.ts';
import type { Resource } from '../http/resource.ts';
import { IdParams } from '../http/types.ts';
import { librariesOf } from './project-libraries.ts';
import { ListedLibrary, ProjectLibrary } from './schema.ts';

const tags = ['Projects'];

/** The libraries that the code of a project's workflows imports. */
export const projectLibraries: Resource =
  ({ db, libraries }) =>
  async (app) => {
    app.get(
      '/api/v1/projects/:id/libraries',
      {
        config: { access: 'signed-in' },
        schema: { tags, params: IdParams, response: { 200: Type.Array(ProjectLibrary) } },
      },
      async (request) => {
        const { id } = request.params;
        await requireRight(db, whoIs(request), id, 'VIEW');
        return [...(await librariesOf(db, id)).libraries];
      },
    );

    app.put(
      '/api/v1/projects/:id/libraries',
      {
        config: { access: 'workflows.code' },
        schema: {
          tags,
          description:
            'Replaces the list. Each file is read and checked; runs refuse a file that has changed since then. All of the list is saved, or nothing.',
          params: IdParams,
          body: Type.Array(ListedLibrary, { maxItems: 200 }),
          response: { 200: Type.Array(ProjectLibrary) },
        },
      },
      async (request) => {
        const { id } = request.params;
        const who = whoIs(request);
        await requireRight(db, who, id, 'EDIT');
        const sources = request.body.map(({ source }) => source.trim());
        return [...(await withFileProblems(() => libraries.save(db, who, id, sources)))];
      },
    );
  };
