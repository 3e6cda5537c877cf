import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { allPages, everySoOften, pageSize } from './all-pages.ts';
import { api, dataOf } from './client.ts';
import type { Json } from './queries.ts';

const root = '/api/v1/models';

export type ListedModel = Json<typeof root, 'get'>[number];
export type ModelRecord = Json<'/api/v1/models/{id}', 'get'>;
export type ModelVersion = ModelRecord['versions'][number];
export type ModelUser = ModelRecord['usedBy'][number];
export type ModelComparison = Json<'/api/v1/models/{id}/compare', 'get'>;
export type Prediction = Json<'/api/v1/models/{id}/predict', 'post'>;

/** Registered models; runs add to them. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) =>
    allPages((page) => dataOf(api.GET(root, { params: { query: { page, size: pageSize } }, signal }))),
  refetchInterval: everySoOften(15_000),
});

export const modelsOfQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['models', 'of project', projectId],
    queryFn: ({ signal }) =>
      allPages((page) => dataOf(api.GET(root, { params: { query: { projectId, page, size: pageSize } }, signal }))),
  });

export const modelQuery = (id: number) =>
  queryOptions({
    queryKey: ['models', id],
    queryFn: ({ signal }) => dataOf(api.GET(`${root}/{id}`, { params: { path: { id } }, signal })),
    refetchInterval: 15_000,
  });

/** Versions side by side, in the order of their numbers. */
export const comparisonQuery = (id: number, versions: readonly number[]) =>
  queryOptions({
    queryKey: ['models', id, 'compare', ...versions],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET(`${root}/{id}/compare`, {
          params: { path: { id }, query: { versions: versions.join(',') } },
          signal,
        }),
      ),
  });

export const modelsChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: modelsQuery.queryKey });

/** `champion`: the number of a version; null for none. */
export const updateModel = (
  id: number,
  body: { readonly description?: string; readonly champion?: number | null },
): Promise<unknown> => dataOf(api.PUT(`${root}/{id}`, { params: { path: { id } }, body, parseAs: 'text' }));

/** Registers the model of a folder; returns the model with the number of its new version. */
export const registerModel = (projectId: number, name: string, path: string) =>
  dataOf(api.POST(root, { body: { projectId, name, path } }));

/** Refused (409) while something uses a version. */
export const deleteModel = (id: number, files: boolean): Promise<unknown> =>
  dataOf(api.DELETE(`${root}/{id}`, { params: { path: { id }, query: { files } }, parseAs: 'text' }));

/** Refused (409) for the champion, and while something uses the version. */
export const deleteModelVersion = (id: number, version: number, files: boolean): Promise<unknown> =>
  dataOf(
    api.DELETE(`${root}/{id}/versions/{version}`, {
      params: { path: { id, version }, query: { files } },
      parseAs: 'text',
    }),
  );

export const predict = (id: number, version: number, rows: readonly Readonly<Record<string, unknown>>[]) =>
  dataOf(api.POST(`${root}/{id}/predict`, { params: { path: { id } }, body: { version, rows: [...rows] } }));

export const modelDownload = (id: number, version: number): string => `${root}/${id}/versions/${version}/download`;
