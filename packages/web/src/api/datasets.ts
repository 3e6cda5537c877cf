import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { allPages, pageSize } from './all-pages.ts';
import { api, dataOf } from './client.ts';
import { sourcesChanged } from './queries-of-editor.ts';
import type { DatasetRecord, Json } from './queries.ts';
import type { paths } from './schema.d.ts';

/** The options for reading files; absent ones are inferred. */
export type PreviewRequest = NonNullable<
  NonNullable<paths['/api/v1/datasets/sample-data']['post']['requestBody']>['content']['application/json']
>;
/** The first rows, and how they were read. */
export type FilePreview = Json<'/api/v1/datasets/sample-data', 'post'>;
export type SchemaColumn = FilePreview['schemaColList'][number];
export type ReadOptions = Json<'/api/v1/datasets/read-options', 'get'>;
export type Profile = Json<'/api/v1/datasets/{id}/profile', 'post'>;
export type Use = Json<'/api/v1/datasets/{id}/workflows', 'get'>[number];
export type DatasetVersion = Json<'/api/v1/datasets/{id}/versions', 'get'>[number];
export type DatasetToSave = NonNullable<
  paths['/api/v1/datasets']['post']['requestBody']
>['content']['application/json'];

export const datasetsQuery = queryOptions({
  queryKey: ['datasets'],
  queryFn: ({ signal }) =>
    allPages((page) => dataOf(api.GET('/api/v1/datasets', { params: { query: { page, size: pageSize } }, signal }))),
});

export const datasetQuery = (id: number) =>
  queryOptions({
    queryKey: ['dataset', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/datasets/{id}', { params: { path: { id } }, signal })),
    // an engine may have to read the sample that comes with it
    staleTime: 30_000,
  });

export const usesQuery = (id: number) =>
  queryOptions({
    queryKey: ['dataset', id, 'uses'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/datasets/{id}/workflows', { params: { path: { id } }, signal })),
    staleTime: 30_000,
  });

/** The author and time of each version of a dataset; the newest version first. */
export const datasetVersionsQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['dataset', id, 'versions', version],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/datasets/{id}/versions', { params: { path: { id } }, signal })),
  });

/** A dataset as it was at a version, which never changes. */
export const datasetVersionQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['dataset', id, 'version', version],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/datasets/{id}/versions/{version}', { params: { path: { id, version } }, signal })),
    staleTime: Infinity,
  });

/** The kinds of datasets, each with the options of its reader. */
export const readOptionsQuery = queryOptions({
  queryKey: ['read options'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/datasets/read-options', { signal })),
  staleTime: Infinity,
});

export const categoriesQuery = queryOptions({
  queryKey: ['dataset categories'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/datasets/categories', { signal })),
});

/** Names, types and formats of columns as files show them. */
export const schemaQuery = (request: PreviewRequest) =>
  queryOptions({
    queryKey: ['dataset schema', request],
    queryFn: async ({ signal }) =>
      (await dataOf(api.POST('/api/v1/datasets/schema', { body: request, signal }))).schemaColList,
    staleTime: 5_000,
    gcTime: 60_000,
  });

/** The first rows of files as they would be read. */
export const filePreviewQuery = (request: PreviewRequest) =>
  queryOptions({
    queryKey: ['dataset look', request],
    queryFn: ({ signal }) => dataOf(api.POST('/api/v1/datasets/sample-data', { body: request, signal })),
    enabled: (request.path ?? '') !== '',
    // files change; a preview of this moment is valid for the next steps
    staleTime: 5_000,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** The column profiles of a saved dataset, for which an engine reads its files. */
export const profileQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['dataset', id, 'profile', version],
    queryFn: ({ signal }) => dataOf(api.POST('/api/v1/datasets/{id}/profile', { params: { path: { id } }, signal })),
    staleTime: 300_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Saves a dataset, a new one if it has no id; returns its id. */
export async function saveDataset(body: DatasetToSave): Promise<number> {
  const call = api.POST('/api/v1/datasets', { body, parseAs: 'text' });
  await dataOf(call);
  return Number((await call).response.headers.get('x-dataset-id'));
}

export async function cloneDataset(id: number, name: string): Promise<number> {
  const call = api.POST('/api/v1/datasets/{id}/{name}/clone', { params: { path: { id, name } }, parseAs: 'text' });
  await dataOf(call);
  return Number((await call).response.headers.get('x-dataset-id'));
}

export const deleteDatasets = (ids: readonly number[]): Promise<string> =>
  dataOf(api.DELETE('/api/v1/datasets', { body: [...ids], parseAs: 'text' }));

export async function datasetsChanged(client: QueryClient): Promise<void> {
  const keys = [['datasets'], ['dataset categories']];
  await Promise.all([...keys.map((queryKey) => client.invalidateQueries({ queryKey })), sourcesChanged(client)]);
}

export type { DatasetRecord };
