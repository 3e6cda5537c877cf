import { Type } from 'typebox';
import { permissions } from '../access/permissions.ts';
import { requireWithin } from '../access/reach.ts';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { component, Id, IdParams, Name, Nullable, say, sentence } from '../http/types.ts';
import { orConflict } from '../store/constraints.ts';
import type { Db } from '../store/database.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { notFound, nameTaken } from '../refusals.ts';

const RoleRecord = component(
  'Role',
  Type.Object({ id: Id, name: Type.String(), permissions: Type.Array(Type.String()) }),
);

const RoleBody = Type.Object({
  id: Type.Optional(Nullable(Id)),
  name: Name,
  permissions: Type.Array(Type.Enum([...permissions]), { maxItems: 1_000 }),
});

/** The role that always has every permission. */
const all = 'ADMIN';

const tags = ['Roles'];
const manage = { access: 'roles.manage' as const };
const signedIn = { access: 'signed-in' as const };

/** Roles: sets of permissions that users are given. */
export const roles: Resource = (context) => async (app) => {
  for (const add of [addLists, addSave, addDeletion]) add(app, context);
};

const addLists: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/permissions',
    { config: signedIn, schema: { tags, response: { 200: Type.Array(Type.String()) } } },
    () => [...permissions],
  );

  for (const url of ['/api/v1/roles', '/userRoles'])
    app.get(url, { config: signedIn, schema: { tags, response: { 200: Type.Array(RoleRecord) } } }, async () => {
      const rows = await db.selectFrom('roles').selectAll().orderBy('id').execute();
      return rows.map((row) => ({ ...row, permissions: JSON.parse(row.permissions) as string[] }));
    });
};

const addSave: AddRoutes = (app, { db }) => {
  app.post(
    '/api/v1/roles',
    { config: manage, schema: { tags, body: RoleBody, ...sentence } },
    async (request, reply) => {
      const who = whoIs(request);
      const { id: bodyId, name, permissions: list } = request.body;
      const isNew = bodyId == null || bodyId <= 0;
      requireWithin(who, list);
      const columns = { name, permissions: JSON.stringify([...new Set(list)]) };
      const id = await orConflict(
        'unique',
        nameTaken('role', name),
        async () => {
          if (isNew) return (await db.insertInto('roles').values(columns).returning('id').executeTakeFirstOrThrow()).id;
          const role = await roleFor(db, bodyId);
          requireWithin(who, role.permissions);
          if (role.name === all && (name !== all || new Set(list).size < permissions.length))
            throw new Problem('CONFLICT', `the name and the permissions of role ${all} cannot be changed`);
          await db.updateTable('roles').set(columns).where('id', '=', bodyId).execute();
          return bodyId;
        },
        'name',
      );
      return say(reply, `Role ${name} ${isNew ? 'created' : 'updated'} successfully with role id ${id}`);
    },
  );
};

const addDeletion: AddRoutes = (app, { db }) => {
  app.delete(
    '/api/v1/roles/:id',
    { config: manage, schema: { tags, params: IdParams, ...sentence } },
    async (request, reply) => {
      const { id } = request.params;
      const role = await roleFor(db, id);
      requireWithin(whoIs(request), role.permissions);
      const removed = await db
        .deleteFrom('roles')
        .where('id', '=', id)
        .where('name', '!=', all)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('userRoles').select('roleId').where('roleId', '=', id))),
        )
        .returning('name')
        .executeTakeFirst();
      if (removed === undefined)
        throw new Problem(
          'CONFLICT',
          `role ${role.name} ${role.name === all ? 'cannot be deleted' : 'is in use: remove it from its users first'}`,
        );
      return say(reply, `Role ${removed.name} deleted successfully`);
    },
  );
};

async function roleFor(db: Db, id: number): Promise<{ name: string; permissions: readonly string[] }> {
  const role = await db.selectFrom('roles').select(['name', 'permissions']).where('id', '=', id).executeTakeFirst();
  if (role === undefined) throw notFound('role', id);
  return { name: role.name, permissions: JSON.parse(role.permissions) as string[] };
}
