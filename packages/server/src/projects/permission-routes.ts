import { Type } from 'typebox';
import { requireRight, visible } from '../access/projects.ts';
import type { Principal } from '../access/principal.ts';
import { rightNames, rights, type Right } from '../access/rights.ts';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { component, Id, IdParams, Nullable, say, sentence } from '../http/types.ts';
import type { Db } from '../store/database.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { notFound, unknownReference } from '../refusals.ts';

/** What a user, or the users of a group, may do in a project: one of its members, by the id of that. */
const Permission = component(
  'Share',
  Type.Object({
    id: Id,
    projectId: Id,
    userId: Nullable(Id),
    groupId: Nullable(Id),
    /** Of the user or the group. */
    name: Type.String(),
    permissions: Type.Array(Type.String()),
  }),
);

const names = Object.keys(rights) as [Right, ...Right[]];

const PermissionBody = Type.Object({
  projectId: Id,
  userId: Type.Optional(Nullable(Id)),
  groupId: Type.Optional(Nullable(Id)),
  permissions: Type.Array(Type.Unsafe<Right>({ type: 'string', enum: names }), { minItems: 1, maxItems: 100 }),
});

const tags = ['Projects'];
const view = { access: 'signed-in' as const };
const share = { access: 'enable.projectShare' as const };

/** The members of projects, one by one. */
export const projectPermissions: Resource = (context) => async (app) => {
  for (const add of [addReads, addSave, addDeletion]) add(app, context);
};

const addReads: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/project-permissions/projects/:projectId',
    {
      config: view,
      schema: { tags, params: Type.Object({ projectId: Id }), response: { 200: Type.Array(Permission) } },
    },
    async (request) => {
      const { projectId } = request.params;
      await requireRight(db, whoIs(request), projectId, 'VIEW');
      const rows = await members(db).where('m.projectId', '=', projectId).orderBy('m.id').execute();
      return rows.map(record);
    },
  );

  app.get(
    '/api/v1/project-permissions/projects/:projectId/groups/:groupId',
    {
      config: view,
      schema: { tags, params: Type.Object({ projectId: Id, groupId: Id }), response: { 200: Permission } },
    },
    async (request) => {
      const { projectId, groupId } = request.params;
      await requireRight(db, whoIs(request), projectId, 'VIEW');
      const row = await members(db)
        .where('m.projectId', '=', projectId)
        .where('m.groupId', '=', groupId)
        .executeTakeFirst();
      if (row === undefined) throw new Problem('NOT_FOUND', `project ${projectId} is not shared with group ${groupId}`);
      return record(row);
    },
  );

  app.get(
    '/api/v1/project-permissions/:id',
    { config: view, schema: { tags, params: IdParams, response: { 200: Permission } } },
    (request) => permissionFor(db, whoIs(request), request.params.id),
  );
};

const addSave: AddRoutes = (app, { db }) => {
  app.post(
    '/api/v1/project-permissions',
    {
      config: share,
      schema: {
        tags,
        description: 'Shares a project with a user or a group; replaces their previous rights.',
        body: PermissionBody,
        response: { 200: Permission },
      },
    },
    async (request) => {
      const who = whoIs(request);
      const { projectId, userId = null, groupId = null, permissions } = request.body;
      await requireRight(db, who, projectId, 'OWN');
      if ((userId === null) === (groupId === null))
        throw new Problem(
          'UNPROCESSABLE',
          'a project must be shared with a user or a group: send either userId or groupId',
        );
      const member =
        userId === null
          ? await db.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst()
          : await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
      if (member === undefined)
        throw userId === null ? unknownReference('group', groupId ?? 0) : unknownReference('user', userId);
      const mask = permissions.reduce((sum, name) => sum | rights[name], 0);
      const { id } = await db
        .insertInto('projectMembers')
        .values({ projectId, userId, groupId, rights: mask })
        .onConflict((conflict) =>
          conflict.columns(['projectId', userId === null ? 'groupId' : 'userId']).doUpdateSet({ rights: mask }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return permissionFor(db, who, id);
    },
  );
};

const addDeletion: AddRoutes = (app, { db }) => {
  app.delete(
    '/api/v1/project-permissions/:id',
    { config: share, schema: { tags, params: IdParams, ...sentence } },
    async (request, reply) => {
      const { id } = request.params;
      const { projectId } = await permissionFor(db, whoIs(request), id);
      await requireRight(db, whoIs(request), projectId, 'OWN');
      await db.deleteFrom('projectMembers').where('id', '=', id).execute();
      return say(reply, `Project permission with id ${id} deleted successfully.`);
    },
  );
};

const members = (db: Db) =>
  db
    .selectFrom('projectMembers as m')
    .innerJoin('projects', 'projects.id', 'm.projectId')
    .leftJoin('users', 'users.id', 'm.userId')
    .leftJoin('groups', 'groups.id', 'm.groupId')
    .select(['m.id', 'm.projectId', 'm.userId', 'm.groupId', 'm.rights', 'users.username', 'groups.name as groupName']);

type Row = Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirstOrThrow']>>;

const record = ({ rights: mask, username, groupName, ...row }: Row) => ({
  ...row,
  name: username ?? groupName ?? '',
  permissions: [...rightNames(mask)],
});

/** Of a project that a user may see. */
async function permissionFor(db: Db, who: Principal, id: number) {
  const row = await members(db).where('m.id', '=', id).where(visible(who, 'projects.id')).executeTakeFirst();
  if (row === undefined) throw notFound('project permission', id);
  return record(row);
}
