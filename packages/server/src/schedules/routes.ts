import { Type } from 'typebox';
import { filterByProject, visible } from '../access/projects.ts';
import type { Principal } from '../access/principal.ts';
import { requireScopes } from '../access/scopes.ts';
import { refuseOtherSites, requirePermission, whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { Id, IdParams, Open, paging, optionalPaging } from '../http/types.ts';
import { RuleFields, ScheduleBody } from './record.ts';
import { upcoming } from './when.ts';
import { workflowFor } from '../workflows/save.ts';
import type { AddRoutes, Resource } from '../http/resource.ts';
import { FireRecord, fireRecord, isoOf, ScheduleChange, ScheduleRecord, scheduleRecord } from './records.ts';
import { comingOn, daysIn, firesOfDayRecord, FiresOfDayRecord, ownDaysAbout, spanFields } from './calendar.ts';
import { createSchedule, deleteSchedule, firesOf, scheduleFor, switchSchedule, updateSchedule } from './save.ts';
import { notFound } from '../refusals.ts';

const Paging = Type.Object(paging(50));

const Deleted = Type.Object({ message: Type.String() });
const deleted = { message: 'Schedule deleted successfully.' };

const tags = ['Schedules'];
const view = { access: 'workflows.view' as const };
// what a schedule starts outlives a token that may only run
const run = { access: 'workflows.execute', scopes: ['run', 'write'] } as const;
const root = '/api/v1/workflow-schedules';
const one = { 200: ScheduleRecord };
const list = { 200: Type.Array(ScheduleRecord) };

/** Schedules of workflows, and what became of their fires. */
export const schedules: Resource = (context) => async (app) => {
  for (const add of [addSaves, addReads, addDeletion, addListsOfWorkflow, addList, addNextFires, addFires])
    add(app, context);
};

const addSaves: AddRoutes = (app, { db, now, schedules: scheduler }) => {
  app.post(root, { config: run, schema: { tags, body: ScheduleBody, response: one } }, async (request) => {
    const row = await createSchedule(db, whoIs(request), request.body, now());
    scheduler.wake();
    return scheduleRecord(row);
  });

  app.put(
    `${root}/:id`,
    { config: run, schema: { tags, params: IdParams, body: ScheduleChange, response: one } },
    async (request) => {
      const { version = null, ...body } = request.body;
      const row = await updateSchedule(db, whoIs(request), request.params.id, body, now(), version);
      scheduler.wake();
      return scheduleRecord(row);
    },
  );

  app.put(
    `${root}/:id/active`,
    {
      config: run,
      schema: {
        tags,
        description: 'Activates or deactivates a schedule, and changes nothing else.',
        params: IdParams,
        body: Type.Object({ isActive: Type.Boolean() }),
        response: one,
      },
    },
    async (request) => {
      const row = await switchSchedule(db, whoIs(request), request.params.id, request.body.isActive, now());
      scheduler.wake();
      return scheduleRecord(row);
    },
  );
};

const addReads: AddRoutes = (app, { db, reserve }) => {
  app.get(
    `${root}/:id`,
    {
      config: view,
      schema: {
        tags,
        description: 'Returns a schedule; with a header `id` that repeats its id, deletes it.',
        params: IdParams,
        headers: Type.Object({ id: Type.Optional(Type.String()) }, Open),
        response: { 200: Type.Union([ScheduleRecord, Deleted]) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const who = whoIs(request);
      // HEAD only asks
      if (request.method !== 'GET' || request.headers.id?.trim() !== String(id))
        return scheduleRecord(await scheduleFor(db, who, id, 'VIEW'));
      refuseOtherSites(request);
      requireScopes(who, run.scopes);
      requirePermission(who, run.access);
      await reserve.forDeletion(() => deleteSchedule(db, who, id));
      return deleted;
    },
  );
};

const addDeletion: AddRoutes = (app, { db }) => {
  app.delete(
    `${root}/:id`,
    { config: run, schema: { tags, params: IdParams, response: { 200: Deleted } } },
    async (request) => {
      await deleteSchedule(db, whoIs(request), request.params.id);
      return deleted;
    },
  );
};

const addListsOfWorkflow: AddRoutes = (app, { db }) => {
  const ofWorkflow = async (who: Principal, workflowId: number, { page, size }: { page: number; size?: number }) => {
    const rows = await db
      .selectFrom('schedules')
      .selectAll('schedules')
      .where('workflowId', '=', workflowId)
      .where(visible(who, 'schedules.projectId'))
      .orderBy('id')
      .$if(size !== undefined, (query) => query.limit(size ?? 0).offset(page * (size ?? 0)))
      .execute();
    return rows.map(scheduleRecord);
  };

  app.get(
    `${root}/projects/:projectId/workflows/:analysisflowId`,
    {
      config: view,
      schema: {
        tags,
        params: Type.Object({ projectId: Id, analysisflowId: Id }),
        querystring: Type.Object(optionalPaging),
        response: list,
      },
    },
    async (request) => {
      const { projectId, analysisflowId } = request.params;
      const who = whoIs(request);
      const workflow = await workflowFor(db, who, analysisflowId, 'VIEW');
      if (workflow.projectId !== projectId) throw notFound('workflow', analysisflowId, projectId);
      return ofWorkflow(who, analysisflowId, request.query);
    },
  );

  app.get(
    `${root}-list/:workflowId`,
    {
      config: view,
      schema: {
        tags,
        params: Type.Object({ workflowId: Id }),
        querystring: Type.Object(optionalPaging),
        response: list,
      },
    },
    async (request) => {
      const who = whoIs(request);
      const { id } = await workflowFor(db, who, request.params.workflowId, 'VIEW');
      return ofWorkflow(who, id, request.query);
    },
  );
};

const addList: AddRoutes = (app, { db }) => {
  app.get(root, { config: view, schema: { tags, querystring: Paging, response: list } }, async (request) => {
    const { page, size } = request.query;
    const ids = db
      .selectFrom('schedules')
      .select('id')
      .where(await filterByProject(db, whoIs(request), 'schedules.projectId'))
      .orderBy('id', 'desc')
      .limit(size)
      .offset(page * size);
    const rows = await db.selectFrom('schedules').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();
    return rows.map(scheduleRecord);
  });
};

const addNextFires: AddRoutes = (app, { now }) => {
  app.post(
    `${root}/next-fires`,
    {
      config: { ...view, changes: false },
      schema: {
        tags,
        description:
          'The next ten fire times of a schedule, saved or not; with `from` and `to`, also all fire times on those days.',
        querystring: Type.Partial(Type.Object(spanFields)),
        body: Type.Object(RuleFields, Open),
        response: {
          200: Type.Object({
            timeZone: Type.String(),
            fires: Type.Array(Type.String()),
            days: Type.Array(FiresOfDayRecord),
          }),
        },
      },
    },
    async (request) => {
      const at = now();
      const fires = firesOf(request.body, at);
      const { from, to, timeZone = '' } = request.query;
      if ((from === undefined) !== (to === undefined))
        throw new Problem('MALFORMED', 'parameters "from" and "to" must be sent together');
      const days = from === undefined || to === undefined ? [] : daysIn({ from, to, timeZone });
      return {
        timeZone: fires.timeZone,
        fires: upcoming(fires, at).map(isoOf),
        days: comingOn(days, fires, at, ownDaysAbout(days)).map(firesOfDayRecord),
      };
    },
  );
};

const addFires: AddRoutes = (app, { db }) => {
  app.get(
    `${root}/:id/fires`,
    {
      config: view,
      schema: { tags, params: IdParams, querystring: Paging, response: { 200: Type.Array(FireRecord) } },
    },
    async (request) => {
      const { page, size } = request.query;
      const who = whoIs(request);
      const { id } = await scheduleFor(db, who, request.params.id, 'VIEW');
      const rows = await db
        .selectFrom('scheduleFires')
        .leftJoin('executions', (join) =>
          join.onRef('executions.id', '=', 'scheduleFires.executionId').on(visible(who, 'executions.projectId')),
        )
        .selectAll('scheduleFires')
        .select(['executions.status as executionStatus', 'executions.message as executionMessage'])
        .where('scheduleFires.scheduleId', '=', id)
        .orderBy('fireAt', 'desc')
        .limit(size)
        .offset(page * size)
        .execute();
      return rows.map(fireRecord);
    },
  );
};
