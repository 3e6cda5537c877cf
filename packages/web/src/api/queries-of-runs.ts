import { keepPreviousData, queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { dayMs } from '../ui/days.ts';
import { isLive } from '../ui/status.tsx';
import type { Cell } from './cell.ts';
import { responseOf, api, dataOf } from './client.ts';
import type { Execution, ExecutionDetail, Json } from './queries.ts';

export type { Cell } from './cell.ts';

/** An output of a node of a run. */
export interface Output {
  readonly outputId?: number;
  readonly nodeId: string;
  readonly title: string;
  readonly type: 'table' | 'chart' | 'text' | 'variable' | 'file';
  readonly columns?: readonly { readonly name: string; readonly type: string }[];
  readonly rows?: readonly (readonly Cell[])[];
  readonly truncated?: boolean;
  /** Present if the rows have no defined order. */
  readonly unordered?: boolean;
  readonly total?: number | null;
  /** Present if the table has more rows than these, and they were stored to be read by page. */
  readonly kept?: { readonly rows: number; readonly truncated: boolean; readonly total: number | null };
  readonly chart?: unknown;
  readonly text?: string;
  /** What the text is; plain if absent. */
  readonly format?: 'plain' | 'html';
  readonly name?: string;
  readonly value?: Cell;
  readonly path?: string;
  /** Present if the file is a saved model. */
  readonly model?: { readonly name: string };
}

/** Milliseconds between refreshes of runs, because other users start some too: fewer while some are active. */
const refetchDelay = (runs: readonly Pick<Execution, 'status'>[] | undefined): number =>
  runs?.some(({ status }) => isLive(status)) === true ? 2_000 : 15_000;

export const executionsQuery = (size: number) =>
  queryOptions({
    queryKey: ['executions', size],
    queryFn: async ({ signal }) => {
      const answer = await dataOf(
        api.GET('/api/v1/workflow-executions', { params: { query: { page: 0, size } }, signal }),
      );
      return Array.isArray(answer) ? { executions: answer, totalElements: answer.length } : answer;
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) => refetchDelay(query.state.data?.executions),
  });

/** Filters of runs; times are in ms. */
export interface RunsQuery {
  /** From 0. */
  readonly page: number;
  readonly search?: string;
  readonly workflow?: number;
  readonly project?: number;
  readonly state?: string;
  readonly user?: number;
  readonly from?: number;
  readonly until?: number;
  /** Default: the newest first. */
  readonly sortBy?: string;
  readonly isAscending?: boolean;
}

/** Runs of a page. */
const runsAtOnce = 500;

/** A page of the matching runs, with their number. */
export const runsQuery = (criteria: RunsQuery) =>
  queryOptions({
    queryKey: ['executions', 'page', criteria],
    queryFn: async ({ signal }) => {
      const { page, search, workflow, project, state, user, from, until, sortBy, isAscending = false } = criteria;
      const query = {
        page,
        size: runsAtOnce,
        sortOrder: isAscending ? 'asc' : 'desc',
        ...(sortBy === undefined ? {} : { sortBy }),
        ...(search === undefined ? {} : { search: search.slice(0, 200) }),
        ...(workflow === undefined ? {} : { workflowId: workflow }),
        ...(project === undefined ? {} : { filteredProjectList: String(project) }),
        ...(state === undefined ? {} : { filterBy: state }),
        ...(user === undefined ? {} : { userId: user }),
        ...(from === undefined ? {} : { fromDate: new Date(from).toISOString() }),
        ...(until === undefined ? {} : { toDate: new Date(until).toISOString() }),
      };
      const answer = await dataOf(api.GET('/api/v1/workflow-executions', { params: { query }, signal }));
      // an order was named: what comes are pages
      return answer as Exclude<typeof answer, readonly unknown[]>;
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) => refetchDelay(query.state.data?.executions),
  });

/** The outcome for one of several runs. */
export type Outcome = Json<'/api/v1/workflow-executions/stop', 'post'>[number];

/** Stops or kills runs; returns the outcome of each. */
export const endRuns = (how: 'stop' | 'kill', ids: number[]): Promise<readonly Outcome[]> =>
  dataOf(api.POST(`/api/v1/workflow-executions/${how}`, { body: ids }));

/** Deletes ended runs with their outputs and logs; returns the outcome of each. */
export const deleteRuns = (ids: number[]): Promise<readonly Outcome[]> =>
  dataOf(api.DELETE('/api/v1/workflow-executions', { body: ids }));

/** Numbers of waiting and running runs, and of those that ended in the last day, by the names of their states. */
export const recentQuery = queryOptions({
  queryKey: ['executions', 'recent'],
  queryFn: ({ signal }) =>
    dataOf(
      api.GET('/api/v1/workflow-executions/summary', {
        params: { query: { endedSince: Date.now() - dayMs } },
        signal,
      }),
    ),
  refetchInterval: ({ state: { data } }) =>
    ['STARTING', 'RUNNING', 'STOPPING', 'PENDING'].some((state) => (data?.[state] ?? 0) > 0) ? 2_000 : 15_000,
});

export const runsOfWorkflowQuery = (id: number) =>
  queryOptions({
    queryKey: ['executions', 'of workflow', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/workflow-executions/workflows/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) => refetchDelay(query.state.data),
  });

/** A run that has ended this little before, in ms, may have ended while its page was read. */
const recently = 60_000;

async function readAgain(client: QueryClient, id: number): Promise<void> {
  const filters = ['nodes', 'outputs', 'log', 'models'].map((what) => ({ queryKey: ['execution', id, what] }));
  const isAsked = (queryKey: QueryKey): boolean => client.getQueryState(queryKey)?.fetchStatus === 'fetching';
  const [nodes, outputs] = [nodesQuery(id), outputsQuery(id)];
  const again = { nodes: isAsked(nodes.queryKey), outputs: isAsked(outputs.queryKey) };
  // a first request would be awaited, not repeated
  await Promise.all(filters.map((one) => client.cancelQueries(one)));
  // invalidateQueries asks no query again that was cancelled before it had data and has no observer
  // while the code of a page is loading, no observer would request it again
  if (again.nodes) void client.prefetchQuery(nodes);
  if (again.outputs) void client.prefetchQuery(outputs);
  await Promise.all(filters.map((one) => client.invalidateQueries(one, { cancelRefetch: false })));
}

export const executionQuery = (id: number) =>
  queryOptions({
    queryKey: ['execution', id, 'record'],
    queryFn: async ({ client, signal }) => {
      const call = api.GET('/api/v1/workflow-executions/{id}', { params: { path: { id } }, signal });
      const { data, response } = await responseOf(call);
      const run = data as ExecutionDetail;
      // other responses of the same time may be from before the end
      if (!isLive(run.status) && run.endTime > Date.parse(response.headers.get('date') ?? '') - recently)
        void readAgain(client, id);
      return run;
    },
    refetchInterval: (query) => (query.state.data !== undefined && isLive(query.state.data.status) ? 2_000 : false),
  });

export const nodesQuery = (id: number) =>
  queryOptions({
    queryKey: ['execution', id, 'nodes'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/workflow-executions/{id}/nodes', { params: { path: { id } }, signal })),
  });

export const outputsQuery = (id: number) =>
  queryOptions({
    queryKey: ['execution', id, 'outputs'],
    queryFn: async ({ signal }) =>
      (await dataOf(
        api.GET('/api/v1/workflow-executions/{id}/results', { params: { path: { id } }, signal }),
      )) as readonly Output[],
  });

/** The versions of models that a run has registered, which it does as it ends. */
export const modelsOfRunQuery = (id: number) =>
  queryOptions({
    queryKey: ['execution', id, 'models'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/workflow-executions/{id}/models', { params: { path: { id } }, signal })),
  });

export const logQuery = (id: number, search: string) =>
  queryOptions({
    queryKey: ['execution', id, 'log', search],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/workflow-executions/{id}/logs/view', {
          params: { path: { id }, query: search === '' ? {} : { search } },
          parseAs: 'text',
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
