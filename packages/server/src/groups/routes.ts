import { Type } from 'typebox';
import { component, AnyJson, Id, IdParams, Name, Nullable, say, sentence } from '../http/types.ts';
import { orConflict } from '../store/constraints.ts';
import type { Db } from '../store/database.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { notFound, unknownReference, nameTaken } from '../refusals.ts';

const GroupBody = component(
  'GroupDraft',
  Type.Object({
    id: Type.Optional(Nullable(Id)),
    name: Name,
    groupProperties: Type.Optional(Nullable(Type.Array(AnyJson, { maxItems: 1_000 }))),
    hdfsLocations: Type.Optional(AnyJson),
    users: Type.Optional(Nullable(Type.Array(Type.String(), { maxItems: 10_000 }))),
  }),
);

const tags = ['Groups'];
const manage = { access: 'groups.manage' as const };

/** Groups of users, which projects are shared with. */
export const groups: Resource = (context) => async (app) => {
  for (const add of [addLists, addSave, addDeletion]) add(app, context);
};

const addLists: AddRoutes = (app, { db }) => {
  app.get(
    '/api/v1/groups',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        response: { 200: Type.Tuple([Type.Array(Type.Object({ id: Id, name: Type.String() }))]) },
      },
    },
    async (): Promise<[{ id: number; name: string }[]]> => [
      await db.selectFrom('groups').select(['id', 'name']).orderBy('id').execute(),
    ],
  );

  app.get(
    '/api/v1/groups/members',
    {
      config: manage,
      schema: {
        tags,
        description: 'All groups, with the names of their users.',
        response: {
          200: Type.Array(Type.Object({ id: Id, name: Type.String(), users: Type.Array(Type.String()) })),
        },
      },
    },
    async () => {
      const all = await db.selectFrom('groups').select(['id', 'name']).orderBy('id').execute();
      const members = await db
        .selectFrom('userGroups')
        .innerJoin('users', 'users.id', 'userGroups.userId')
        .select(['userGroups.groupId', 'users.username'])
        .orderBy('users.username')
        .execute();
      const byGroup = Map.groupBy(members, ({ groupId }) => groupId);
      return all.map((group) => ({
        ...group,
        users: (byGroup.get(group.id) ?? []).map(({ username }) => username),
      }));
    },
  );
};

const addSave: AddRoutes = (app, { db }) => {
  app.post(
    '/api/v1/groups',
    { config: manage, schema: { tags, body: GroupBody, ...sentence } },
    async (request, reply) => {
      const { id: bodyId, name, groupProperties, hdfsLocations, users } = request.body;
      const isNew = bodyId == null || bodyId <= 0;
      const properties =
        groupProperties == null && hdfsLocations === undefined
          ? undefined
          : JSON.stringify({ groupProperties: groupProperties ?? [], hdfsLocations: hdfsLocations ?? null });
      const id = await orConflict(
        'unique',
        nameTaken('group', name),
        () =>
          db.transaction().execute(async (tx) => {
            const group = isNew
              ? await tx
                  .insertInto('groups')
                  .values({ name, properties: properties ?? '{}' })
                  .returning('id')
                  .executeTakeFirst()
              : await tx
                  .updateTable('groups')
                  .set({ name, properties })
                  .where('id', '=', bodyId)
                  .returning('id')
                  .executeTakeFirst();
            if (group === undefined) throw notFound('group', bodyId ?? 0);
            if (users != null) await setUsers(tx, group.id, users);
            return group.id;
          }),
        'name',
      );
      return say(reply, `Group ${name} ${isNew ? 'created' : 'updated'} successfully with group id ${id}`);
    },
  );
};

const addDeletion: AddRoutes = (app, { db }) => {
  for (const url of ['/api/v1/groups/:id', '/deleteGroup/:id'])
    app.delete(url, { config: manage, schema: { tags, params: IdParams, ...sentence } }, async (request, reply) => {
      const { id } = request.params;
      const removed = await db.deleteFrom('groups').where('id', '=', id).returning('name').executeTakeFirst();
      if (removed === undefined) throw notFound('group', id);
      return say(reply, `Group ${removed.name} deleted successfully`);
    });
};

/** Makes these users, by name, and no others the members of a group. */
async function setUsers(tx: Db, groupId: number, usernames: readonly string[]): Promise<void> {
  const names = [...new Set(usernames)];
  const users =
    names.length === 0
      ? []
      : await tx.selectFrom('users').select(['id', 'username']).where('username', 'in', names).execute();
  const existingNames = new Set(users.map(({ username }) => username));
  const absent = names.find((name) => !existingNames.has(name));
  if (absent !== undefined) throw unknownReference('user', absent);
  await tx.deleteFrom('userGroups').where('groupId', '=', groupId).execute();
  if (users.length > 0)
    await tx
      .insertInto('userGroups')
      .values(users.map(({ id: userId }) => ({ userId, groupId })))
      .execute();
}
