import { Type } from 'typebox';
import { requireRight } from '../access/projects.ts';
import { rightNames } from '../access/rights.ts';
import { whoIs } from '../http/authenticate.ts';
import { Id } from '../http/types.ts';
import type { Resource } from '../http/resource.ts';

/** The groups that share a project. */
export const groupsOfProject: Resource =
  ({ db }) =>
  async (app) => {
    app.get(
      '/api/v1/groups/projects/:projectId',
      {
        config: { access: 'signed-in' },
        schema: {
          tags: ['Groups'],
          params: Type.Object({ projectId: Id }),
          response: {
            200: Type.Array(Type.Object({ id: Id, name: Type.String(), rights: Type.Array(Type.String()) })),
          },
        },
      },
      async (request) => {
        const { projectId } = request.params;
        await requireRight(db, whoIs(request), projectId, 'VIEW');
        const rows = await db
          .selectFrom('projectMembers')
          .innerJoin('groups', 'groups.id', 'projectMembers.groupId')
          .select(['groups.id', 'groups.name', 'projectMembers.rights'])
          .where('projectMembers.projectId', '=', projectId)
          .orderBy('groups.name')
          .execute();
        return rows.map((row) => ({ ...row, rights: [...rightNames(row.rights)] }));
      },
    );
  };
