import { randomUUID } from 'node:crypto';
import { COMPATIBILITIES } from '@millrace/workflow';
import { Type } from 'typebox';
import { requireRight, rightsByProject, rightsIn, visible } from '../access/projects.ts';
import { rightNames, rights } from '../access/rights.ts';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { component, Id, IdParams, Millis, Nullable } from '../http/types.ts';
import { removeRunsOf } from '../executions/purge.ts';
import type { Resource } from '../http/resource.ts';
import { Lineage, lineageOf } from './lineage.ts';
import { projectRecords } from './records.ts';

const Project = Type.Object({
  id: Id,
  uuid: Type.String(),
  name: Type.String(),
  description: Type.String(),
  tag: Type.String(),
  /** Which Spark its workflows were made for, where they do not say so themselves. */
  compatibility: Type.String(),
  createdBy: Type.String(),
  dateCreated: Millis,
  dateLastUpdated: Millis,
});

/** What the caller may do in a project. */
const OwnRights = { rights: Type.Array(Type.String()) };

const OneProject = component('Project', Type.Object({ ...Project.properties, ...OwnRights }));

/** A project in a list, with the ids of the groups that share it; null for none. */
const ListedProject = component(
  'ListedProject',
  Type.Object({
    ...Project.properties,
    ...OwnRights,
    sharedGroups: Nullable(Type.Array(Id)),
  }),
);

type Counted = 'workflows' | 'trashedWorkflows' | 'datasets' | 'dashboards' | 'schedules' | 'variables';

const Counts = Type.Object({
  projectId: Id,
  workflows: Type.Integer(),
  trashedWorkflows: Type.Integer(),
  datasets: Type.Integer(),
  dashboards: Type.Integer(),
  schedules: Type.Integer(),
  variables: Type.Integer(),
});

const Member = component(
  'Member',
  Type.Object({
    userId: Nullable(Id),
    groupId: Nullable(Id),
    rights: Type.Array(Type.String()),
  }),
);

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const About = Type.Optional(Type.String({ maxLength: 10_000 }));
const Made = Type.Optional(
  Type.Enum([...COMPATIBILITIES], {
    description: 'Which Spark its workflows were made for, where they do not say so themselves',
  }),
);

const names = Object.entries(rights) as [keyof typeof rights, number][];

/** Projects and who may do what in them. */
export const projects: Resource = (context) => async (app) => {
  const { db, logs, tables, catalogue, now } = context;
  const tags = ['Projects'];
  const view = { access: 'signed-in' as const };
  const manage = { access: 'projects.manage' as const };

  const all = () => projectRecords(db).select(['projects.dateCreated', 'projects.dateLastUpdated']);

  for (const url of [
    '/api/v1/projects',
    '/api/v1/projects/users/logged-in',
    '/api/v1/projects/projects/users',
    '/api/v1/project/info',
  ])
    app.get(url, { config: view, schema: { tags, response: { 200: Type.Array(ListedProject) } } }, async (request) => {
      const isVisible = visible(whoIs(request), 'projects.id');
      const rows = await all().where(isVisible).orderBy('projects.name').orderBy('projects.id').execute();
      const shares = await db
        .selectFrom('projectMembers')
        .innerJoin('projects', 'projects.id', 'projectMembers.projectId')
        .select(['projectMembers.projectId', 'projectMembers.groupId'])
        .where(isVisible)
        .where('projectMembers.groupId', 'is not', null)
        .orderBy('projectMembers.groupId')
        .execute();
      const groups = Map.groupBy(shares, ({ projectId }) => projectId);
      const own = await rightsByProject(db, whoIs(request));
      return rows.map((row) => ({
        ...row,
        rights: [...rightNames(own.get(row.id) ?? 0)],
        sharedGroups: groups.get(row.id)?.flatMap(({ groupId }) => groupId ?? []) ?? null,
      }));
    });

  app.get(
    '/api/v1/projects/counts',
    {
      config: view,
      schema: {
        tags,
        description: 'How many records of each kind the projects hold that the caller may see',
        response: { 200: Type.Array(Counts) },
      },
    },
    async (request) => {
      const who = whoIs(request);
      const seen = await db
        .selectFrom('projects')
        .select('id')
        .where(visible(who, 'projects.id'))
        .orderBy('id')
        .execute();
      const of = async (table: Counted): Promise<ReadonlyMap<number | null, number>> => {
        const rows = await db
          .selectFrom(table)
          .select((eb) => ['projectId', eb.fn.countAll<number>().as('n')])
          .where(visible(who, `${table}.projectId`))
          .groupBy('projectId')
          .execute();
        return new Map(rows.map(({ projectId, n }) => [projectId, Number(n)]));
      };
      const numbers = {
        workflows: await of('workflows'),
        trashedWorkflows: await of('trashedWorkflows'),
        datasets: await of('datasets'),
        dashboards: await of('dashboards'),
        schedules: await of('schedules'),
        variables: await of('variables'),
      };
      return seen.map(({ id }) => ({
        projectId: id,
        workflows: numbers.workflows.get(id) ?? 0,
        trashedWorkflows: numbers.trashedWorkflows.get(id) ?? 0,
        datasets: numbers.datasets.get(id) ?? 0,
        dashboards: numbers.dashboards.get(id) ?? 0,
        schedules: numbers.schedules.get(id) ?? 0,
        variables: numbers.variables.get(id) ?? 0,
      }));
    },
  );

  app.get(
    '/api/v1/projects/:id',
    { config: view, schema: { tags, params: IdParams, response: { 200: OneProject } } },
    async (request) => {
      const { id } = request.params;
      const who = whoIs(request);
      const project = await all().where('projects.id', '=', id).where(visible(who, 'projects.id')).executeTakeFirst();
      if (project === undefined) throw new Problem('NOT_FOUND', `there is no project ${id}`);
      return { ...project, rights: [...rightNames(await rightsIn(db, who, id))] };
    },
  );

  app.post(
    '/api/v1/projects',
    {
      config: manage,
      schema: {
        tags,
        body: Type.Object({ name: Name, description: About, tag: About, compatibility: Made }),
        response: { 201: Project },
      },
    },
    async (request, reply) => {
      const who = whoIs(request);
      const { name, description = '', tag = '', compatibility = 'spark4' } = request.body;
      const at = now();
      const { id } = await db
        .insertInto('projects')
        .values({
          ...{ uuid: randomUUID(), name, description, tag, compatibility, ownerId: who.id },
          ...{ dateCreated: at, dateLastUpdated: at },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return reply.code(201).send(await all().where('projects.id', '=', id).executeTakeFirstOrThrow());
    },
  );

  app.put(
    '/api/v1/projects/:id',
    {
      config: manage,
      schema: {
        tags,
        params: IdParams,
        body: Type.Object({ name: Type.Optional(Name), description: About, tag: About, compatibility: Made }),
        response: { 200: Project },
      },
    },
    async (request) => {
      const { id } = request.params;
      await requireRight(db, whoIs(request), id, 'OWN');
      const { name, description, tag, compatibility } = request.body;
      await db
        .updateTable('projects')
        .set({
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
          ...(tag === undefined ? {} : { tag }),
          ...(compatibility === undefined ? {} : { compatibility }),
          dateLastUpdated: now(),
        })
        .where('id', '=', id)
        .execute();
      return all().where('projects.id', '=', id).executeTakeFirstOrThrow();
    },
  );

  app.delete(
    '/api/v1/projects/:id',
    {
      config: manage,
      schema: { tags, params: IdParams, response: { 200: Type.Object({ message: Type.String() }) } },
    },
    async (request) => {
      const { id } = request.params;
      await requireRight(db, whoIs(request), id, 'OWN');
      const hasWorkflows = db.selectFrom('workflows').select('id').where('projectId', '=', id);
      const stillHas = new Problem('CONFLICT', `project ${id} still has workflows: delete them first`);
      if ((await hasWorkflows.limit(1).executeTakeFirst()) !== undefined) throw stillHas;
      await removeRunsOf(context, id);
      // those that are under way go with the project
      const live = await db.selectFrom('executions').select(['id', 'queuedAt']).where('projectId', '=', id).execute();
      const { numDeletedRows } = await db
        .deleteFrom('projects')
        .where('id', '=', id)
        .where(({ not, exists }) => not(exists(hasWorkflows)))
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw stillHas;
      await logs.remove(live);
      await tables.remove(live);
      return { message: 'Project deleted successfully.' };
    },
  );

  app.get(
    '/api/v1/projects/:id/lineage',
    { config: { access: 'workflows.view' }, schema: { tags, params: IdParams, response: { 200: Lineage } } },
    async (request) => {
      const { id } = request.params;
      await requireRight(db, whoIs(request), id, 'VIEW');
      return lineageOf(db, id, await catalogue());
    },
  );

  app.get(
    '/api/v1/projects/:id/members',
    { config: view, schema: { tags, params: IdParams, response: { 200: Type.Array(Member) } } },
    async (request) => {
      const { id } = request.params;
      await requireRight(db, whoIs(request), id, 'VIEW');
      const members = await db
        .selectFrom('projectMembers')
        .select(['userId', 'groupId', 'rights'])
        .where('projectId', '=', id)
        .orderBy('id')
        .execute();
      return members.map((member) => ({
        ...member,
        rights: [...rightNames(member.rights)],
      }));
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
      const rows = request.body.map(({ userId = null, groupId = null, rights: given }) => {
        if ((userId === null) === (groupId === null))
          throw new Problem('UNPROCESSABLE', 'a member is a user or a group: name one of userId and groupId');
        return {
          projectId: id,
          userId,
          groupId,
          rights: given.reduce((sum, name) => sum | rights[name as keyof typeof rights], 0),
        };
      });
      const [users, groups] = [rows.flatMap((row) => row.userId ?? []), rows.flatMap((row) => row.groupId ?? [])];
      if (new Set(users).size < users.length || new Set(groups).size < groups.length)
        throw new Problem('UNPROCESSABLE', 'a member is named twice');
      await db.transaction().execute(async (tx) => {
        const known =
          users.length === 0 ? [] : await tx.selectFrom('users').select('id').where('id', 'in', users).execute();
        const knownGroups =
          groups.length === 0 ? [] : await tx.selectFrom('groups').select('id').where('id', 'in', groups).execute();
        if (known.length < users.length || knownGroups.length < groups.length)
          throw new Problem('UNPROCESSABLE', 'a user or a group is named that is not there');
        await tx.deleteFrom('projectMembers').where('projectId', '=', id).execute();
        if (rows.length > 0) await tx.insertInto('projectMembers').values(rows).execute();
      });
      return { message: 'Members saved.' };
    },
  );
};
