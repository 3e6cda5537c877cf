import { Type } from 'typebox';
import { requireRight } from '../access/projects.ts';
import { rights } from '../access/rights.ts';
import { whoIs } from '../http/authenticate.ts';
import type { Resource } from '../http/resource.ts';
import { Id, IdParams, Nullable } from '../http/types.ts';
import { membersOf, saveMembers } from './members.ts';
import { Member } from './schema.ts';

const tags = ['Projects'];
const view = { access: 'signed-in' as const };

const names = Object.entries(rights) as [keyof typeof rights, number][];

/** The members of projects: who may do what in them. */
export const projectMembers: Resource =
  ({ db }) =>
  async (app) => {
    app.get(
      '/api/v1/projects/:id/members',
      { config: view, schema: { tags, params: IdParams, response: { 200: Type.Array(Member) } } },
      async (request) => {
        const { id } = request.params;
        await requireRight(db, whoIs(request), id, 'VIEW');
        return membersOf(db, id);
      },
    );

    app.put(
      '/api/v1/projects/:id/members',
      {
        config: { access: 'enable.projectShare' },
        schema: {
          tags,
          params: IdParams,
          body: Type.Array(
            Type.Object({
              userId: Type.Optional(Nullable(Id)),
              groupId: Type.Optional(Nullable(Id)),
              rights: Type.Array(Type.Union(names.map(([name]) => Type.Literal(name))), { minItems: 1 }),
            }),
            { maxItems: 10_000 },
          ),
          response: { 200: Type.Object({ message: Type.String() }) },
        },
      },
      async (request) => {
        const { id } = request.params;
        await requireRight(db, whoIs(request), id, 'OWN');
        await saveMembers(db, id, request.body);
        return { message: 'Members saved.' };
      },
    );
  };
