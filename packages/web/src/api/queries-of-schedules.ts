import { queryOptions } from '@tanstack/react-query';
import { allPages, everySoOften, pageSize } from './all-pages.ts';
import { api, given } from './client.ts';
import type { Json, Schedule } from './queries.ts';
import type { paths } from './schema.d.ts';

const root = '/api/v1/workflow-schedules';

type Body = NonNullable<paths[`${typeof root}/{id}`]['put']['requestBody']>['content']['application/json'];

/** A schedule as it is sent. */
export type ScheduleToSave = Partial<Body> & Pick<Schedule, 'analysisFlowId'>;

/** What of a schedule says when it fires. */
export type Rule = Pick<
  Schedule,
  'fireEvery' | 'cronPattern' | 'day' | 'dayOfTheMonth' | 'hour' | 'minute' | 'timeZone'
> & { readonly startTime: string; readonly endTime: string };

export type Fire = Json<'/api/v1/workflow-schedules/{id}/fires', 'get'>[number];

export type CalendarEntry = Json<'/api/v1/workflow-schedules/calendar', 'get'>[number];

export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: ({ signal }) =>
    allPages((page) => given(api.GET(root, { params: { query: { page, size: pageSize } }, signal }))),
  // they fire by themselves
  refetchInterval: everySoOften(10_000),
});

export const scheduleQuery = (id: number) =>
  queryOptions({
    queryKey: ['schedules', id],
    queryFn: async ({ signal }) =>
      (await given(api.GET(`${root}/{id}`, { params: { path: { id } }, signal }))) as Schedule,
    // what is edited begins with what is there now: who goes there asks anew
    staleTime: 2_000,
  });

/** The newest fires first. */
export const firesQuery = (id: number, size: number) =>
  queryOptions({
    queryKey: ['schedules', id, 'fires', size],
    queryFn: ({ signal }) =>
      given(api.GET(`${root}/{id}/fires`, { params: { path: { id }, query: { size } }, signal })),
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
      given(api.POST(`${root}/next-fires`, { params: { query: { ...span } }, body: rule as Rule, signal })),
    enabled: rule !== undefined,
    refetchInterval: 10_000,
  });

/** What has become of the fires of all schedules, and what is to come, day by day. */
export const calendarQuery = (from: string, to: string, timeZone: string) =>
  queryOptions({
    queryKey: ['schedules', 'calendar', from, to, timeZone],
    queryFn: ({ signal }) => given(api.GET(`${root}/calendar`, { params: { query: { from, to, timeZone } }, signal })),
    refetchInterval: 30_000,
  });

export { workflowsQuery } from './queries-of-workflows.ts';

export const createSchedule = (body: ScheduleToSave) => given(api.POST(root, { body: body as Body }));

/** Refused (409) where somebody else has saved since the version that the body names. */
export const updateSchedule = (id: number, body: ScheduleToSave) =>
  given(api.PUT(`${root}/{id}`, { params: { path: { id } }, body: body as Body }));

/** All else of it stays as it is. */
export const switchSchedule = (id: number, isActive: boolean) =>
  given(api.PUT(`${root}/{id}/active`, { params: { path: { id } }, body: { isActive } }));

export const deleteSchedule = (id: number) => given(api.DELETE(`${root}/{id}`, { params: { path: { id } } }));
