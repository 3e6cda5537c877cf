import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isLive } from '../ui/status.tsx';
import { allPages, everySoOften, pageSize } from './all-pages.ts';
import { api, dataOf } from './client.ts';
import type { Json } from './queries.ts';
import type { Output } from './queries-of-runs.ts';

const root = '/api/v1/dashboards';

export type DashboardRecord = Json<'/api/v1/dashboards', 'get'>[number];

/** The present content of an item of a sheet. */
export type ItemResult = Omit<Json<'/api/v1/dashboards/results', 'get'>[number], 'outputs'> & {
  readonly outputs: readonly Output[];
};

export const dashboardsQuery = queryOptions({
  queryKey: ['dashboards'],
  queryFn: ({ signal }) =>
    allPages((page) => dataOf(api.GET(root, { params: { query: { page, size: pageSize } }, signal }))),
  refetchInterval: everySoOften(15_000),
});

export const dashboardQuery = (id: number) =>
  queryOptions({
    queryKey: ['dashboards', id],
    queryFn: ({ signal }) => dataOf(api.GET(`${root}/{id}`, { params: { path: { id } }, signal })),
    // others save too
    refetchInterval: 15_000,
  });

/** The content of each item of a sheet; requested again while runs are active. */
export const sheetResultsQuery = (dashboardId: number, sheetId: number) =>
  queryOptions({
    queryKey: ['dashboards', dashboardId, 'results', sheetId],
    queryFn: async ({ signal }) =>
      (await dataOf(
        api.GET(`${root}/results`, { params: { query: { dashboardId, sheetId } }, signal }),
      )) as readonly ItemResult[],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ latest }) => latest !== null && isLive(latest.status)) ? 2_000 : 10_000,
  });

/** A dashboard as it is sent; the version is the one that was changed. */
export interface DashboardToSave {
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly sheets: readonly object[];
  readonly version?: number;
}

/** Returns the id of the new one. */
export const createDashboard = async (projectId: number, body: DashboardToSave): Promise<number> =>
  Number(await dataOf(api.POST(root, { params: { query: { projectId } }, body: body as never })));

/** Refused (409) if another user has saved since the version in the body. */
export const updateDashboard = async (id: number, body: DashboardToSave): Promise<number> =>
  Number(await dataOf(api.PUT(`${root}/{id}`, { params: { path: { id } }, body: body as never })));

export const deleteDashboard = (id: number) =>
  dataOf(api.DELETE(`${root}/{id}`, { params: { path: { id } }, parseAs: 'text' }));
