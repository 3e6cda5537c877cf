import { queryOptions } from '@tanstack/react-query';
import { isLive } from '../ui/status.tsx';
import { allPages, pageSize } from './all-pages.ts';
import { api, dataOf } from './client.ts';
import type { Json } from './queries.ts';
import type { components, paths } from './schema.d.ts';

export type ListedWorkflow = Json<'/api/v1/workflows/dashboard', 'get'>[number];
export type TrashedWorkflow = Json<'/api/v1/workflows/trashed', 'get'>[number];
export type VersionHead = Json<'/api/v1/workflows/{id}/versions', 'get'>[number];
export type ImportReport = Json<'/api/v1/workflows/import', 'post'>[number];
export type UuidOption = NonNullable<
  NonNullable<paths['/api/v1/workflows/import']['post']['parameters']['query']>['uuidOption']
>;

export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  queryFn: ({ signal }) =>
    allPages((page) =>
      dataOf(api.GET('/api/v1/workflows/dashboard', { params: { query: { page, size: pageSize } }, signal })),
    ),
  // runs go on, and others save
  refetchInterval: ({ state: { data = [] } }) => {
    const isUnderWay = data.some(({ lastExecution }) => lastExecution !== null && isLive(lastExecution.status));
    if (data.length > 5 * pageSize) return false;
    return isUnderWay && data.length <= pageSize ? 3_000 : 15_000;
  },
});

export const trashQuery = queryOptions({
  queryKey: ['trashed workflows'],
  queryFn: ({ signal }) =>
    allPages((page) =>
      dataOf(api.GET('/api/v1/workflows/trashed', { params: { query: { page, size: pageSize } }, signal })),
    ),
});

export const versionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['workflow', id, 'versions'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/workflows/{id}/versions', { params: { path: { id } }, signal })),
  });

export const versionQuery = (id: number, version: number | undefined) =>
  queryOptions({
    queryKey: ['workflow', id, 'versions', version],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/workflows/{id}/versions/{version}', {
          params: { path: { id, version: version as number } },
          signal,
        }),
      ),
    enabled: version !== undefined,
    // a version never changes
    staleTime: Infinity,
  });

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) =>
    allPages((page) =>
      dataOf(api.GET('/api/v1/users/basicInfo', { params: { query: { page, size: pageSize } }, signal })),
    ),
  staleTime: 60_000,
});

/** Returns the id of the run. */
export const runWorkflow = (workflowId: number) =>
  dataOf(api.POST('/api/v1/workflow/execute', { body: { workflowId } }));

/** Returns the id of the clone: in the same project and named after the original, unless the options say otherwise. */
export const cloneWorkflow = (id: number, options: { readonly name?: string; readonly projectId?: number } = {}) =>
  dataOf(api.POST('/api/v1/workflows/{id}/clone', { params: { path: { id }, query: options } }));

export const setLock = (id: number, isLocked: boolean) =>
  dataOf(
    api.POST(isLocked ? '/api/v1/workflows/{id}/lock' : '/api/v1/workflows/{id}/unlock', { params: { path: { id } } }),
  );

/** Maximum number of ids of one request. */
const atOnce = 1_000;

const inParts = async (ids: readonly number[], act: (some: number[]) => Promise<unknown>): Promise<string> => {
  const outcomes: string[] = [];
  for (let from = 0; from < ids.length; from += atOnce)
    outcomes.push(String(await act(ids.slice(from, from + atOnce))));
  return outcomes.join(' ');
};

export const trashWorkflows = (ids: readonly number[]) =>
  inParts(ids, (some) => dataOf(api.DELETE('/api/v1/workflow/trash', { body: some, parseAs: 'text' })));

/** Returns the service's outcome: also how many schedules are paused. */
export const restoreWorkflows = (ids: readonly number[]) =>
  inParts(ids, (some) => dataOf(api.PUT('/api/v1/workflows/restore', { body: some, parseAs: 'text' })));

export const emptyTrash = () => dataOf(api.DELETE('/api/v1/workflows/emptyTrash', { parseAs: 'text' }));

export const exportWorkflow = (id: number) =>
  dataOf(api.GET('/api/v1/workflows/export/{id}', { params: { path: { id } } }));

/** Texts of graphs, as an import takes them back. */
export const exportWorkflows = async (ids: readonly number[]) => {
  const texts: string[] = [];
  for (let from = 0; from < ids.length; from += 500) {
    const query = { ids: ids.slice(from, from + 500).join(',') };
    texts.push(...(await dataOf(api.GET('/api/v1/workflows/list/export', { params: { query } }))));
  }
  return texts;
};

export interface WorkflowImportOptions {
  readonly file: File;
  readonly projectId: number;
  readonly uuidOption: UuidOption;
}

/** Imports one file: all workflows that it holds, or none. */
export const importFile = ({ file, projectId, uuidOption }: WorkflowImportOptions) => {
  const form = new FormData();
  form.append('file', file, file.name);
  return dataOf(
    api.POST('/api/v1/workflows/import', {
      params: { query: { projectId, uuidOption } },
      body: form as unknown as { file: string },
      bodySerializer: (body) => body as unknown as FormData,
    }),
  );
};

/** Makes an older graph the newest version; fails if another user has saved since `over`. */
export const restoreVersion = (id: number, content: string, over: number, comment: string) =>
  dataOf(
    api.PUT('/api/v1/workflows', {
      body: {
        analysisflowId: id,
        comment,
        workflow: { ...(JSON.parse(content) as components['schemas']['Graph']), version: over },
      },
    }),
  );
