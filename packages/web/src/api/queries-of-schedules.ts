import { queryOptions } from '@tanstack/react-query';
import { allPages, everySoOften, pageSize } from './all-pages.ts';
import { api, dataOf } from './client.ts';
import type { Json, Schedule } from './queries.ts';
import type { paths } from './schema.d.ts';

const root = '/api/v1/workflow-schedules';

type Body = NonNullable<paths[`${typeof root}/{id}`]['put']['requestBody']>['content']['application/json'];

/** A schedule as it is sent. */
export type ScheduleToSave = Partial<Body> & Pick<Schedule, 'analysisFlowId'>;

/** The part of a schedule that determines when it fires. */
export type Rule = Pick<
  Schedule,
  'fireEvery' | 'cronPattern' | 'day' | 'dayOfTheMonth' | 'hour' | 'minute' | 'timeZone'
> & { readonly startTime: string; readonly endTime: string };

export type Fire = Json<'/api/v1/workflow-schedules/{id}/fires', 'get'>[number];

export type CalendarEntry = Json<'/api/v1/workflow-schedules/calendar', 'get'>[number];

export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: ({ signal }) =>
    allPages((page) => dataOf(api.GET(root, { params: { query: { page, size: pageSize } }, signal }))),
  // they fire by themselves
  refetchInterval: everySoOften(10_000),
});

export const scheduleQuery = (id: number) =>
  queryOptions({
    queryKey: ['schedules', id],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET(`${root}/{id}`, { params: { path: { id } }, signal }))) as Schedule,
    // an editor begins with the present state, so it requests the record again
    staleTime: 2_000,
  });

/** The newest fires first. */
export const firesQuery = (id: number, size: number) =>
  queryOptions({
    queryKey: ['schedules', id, 'fires', size],
    queryFn: ({ signal }) =>
      dataOf(api.GET(`${root}/{id}/fires`, { params: { path: { id }, query: { size } }, signal })),
    refetchInterval: 10_000,
  });

/** Days of a time zone, both included, such as `2026-11-01`. */
export interface Span {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** The next ten fires of a rule, and all on some days. */
export const nextFiresQuery = (rule: Rule | undefined, span?: Span) =>
  queryOptions({
    queryKey: ['next fires', rule, span],
    queryFn: ({ signal }) =>
      dataOf(api.POST(`${root}/next-fires`, { params: { query: { ...span } }, body: rule as Rule, signal })),
    enabled: rule !== undefined,
    refetchInterval: 10_000,
  });

/** The past and future fires of all schedules, by day. */
export const calendarQuery = (from: string, to: string, timeZone: string) =>
  queryOptions({
    queryKey: ['schedules', 'calendar', from, to, timeZone],
    queryFn: ({ signal }) => dataOf(api.GET(`${root}/calendar`, { params: { query: { from, to, timeZone } }, signal })),
    refetchInterval: 30_000,
  });

export { workflowsQuery } from './queries-of-workflows.ts';

export const createSchedule = (body: ScheduleToSave) => dataOf(api.POST(root, { body: body as Body }));

/** Refused (409) if another user has saved since the version in the body. */
export const updateSchedule = (id: number, body: ScheduleToSave) =>
  dataOf(api.PUT(`${root}/{id}`, { params: { path: { id } }, body: body as Body }));

/** Everything else of it stays unchanged. */
export const switchSchedule = (id: number, isActive: boolean) =>
  dataOf(api.PUT(`${root}/{id}/active`, { params: { path: { id } }, body: { isActive } }));

export const deleteSchedule = (id: number) => dataOf(api.DELETE(`${root}/{id}`, { params: { path: { id } } }));
