import { notifyManager, QueryClient, queryOptions, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { Readable } from 'openapi-typescript-helpers';
import { api, dataOf } from './client.ts';
import { ApiError } from './problem.ts';
import type { paths } from './schema.d.ts';

/** The response of a call, as the service describes it. */
export type Json<P extends keyof paths, M extends keyof paths[P]> = paths[P][M] extends {
  responses: { 200: { content: { 'application/json': infer T } } };
}
  ? Readable<T>
  : never;

export type Me = Json<'/api/v1/users/me', 'get'>;
export type WorkflowRecord = Json<'/api/v1/workflows', 'get'>[number];
export type Execution = Json<'/api/v1/workflow-executions/latest', 'get'>[number];
/** A run from its own endpoint: includes its request. */
export type ExecutionDetail = Json<'/api/v1/workflow-executions/{id}', 'get'>;
export type DatasetRecord = Json<'/api/v1/datasets', 'get'>[number];
export type Project = Json<'/api/v1/projects', 'get'>[number];
export type Schedule = Json<'/api/v1/workflow-schedules', 'get'>[number];
export type Processor = Json<'/api/v1/nodes', 'get'>[number];
export type NodeReport = Json<'/api/v1/workflow-executions/{id}/nodes', 'get'>[number];

/** Retries requests that failed on the way, but not those that the service refused. */
const isLost = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502);

/** Queries wait while the service is unavailable; explicit actions, such as saving, fail at once. */
class PageClient extends QueryClient {
  override async fetchQuery<T = unknown, E = Error, D = T, K extends QueryKey = QueryKey, P = never>(
    options: FetchQueryOptions<T, E, D, K, P>,
  ): Promise<D> {
    const { queryKey } = options;
    if (this.getQueryState(queryKey)?.fetchStatus === 'paused') await this.cancelQueries({ queryKey, exact: true });
    return super.fetchQuery({ networkMode: 'always', ...options });
  }

  /** Of what will be shown in a moment. */
  override prefetchQuery<T = unknown, E = Error, D = T, K extends QueryKey = QueryKey>(
    options: FetchQueryOptions<T, E, D, K>,
  ): Promise<void> {
    return super.prefetchQuery({ networkMode: 'online', ...options });
  }
}

// what is under way shows before the browser turns to the next key: as a timer, it left Escape a moment in which a box
// closed over a deletion that went on
notifyManager.setScheduler(queueMicrotask);

/** The cache of responses of the service. */
export const queryClient = new PageClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 5_000,
      retry: (count, error) => isLost(error) && count < 5,
      retryDelay: (count) => Math.min(500 * 2 ** count, 8_000),
    },
  },
});

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/users/me', { signal })),
  staleTime: 60_000,
});

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/projects', { signal })),
});
