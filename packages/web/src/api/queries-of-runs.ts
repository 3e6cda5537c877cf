import { keepPreviousData, queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { dayMs } from '../ui/days.ts';
import { isLive } from '../ui/status.tsx';
import type { Cell } from './cell.ts';
import { answered, api, given } from './client.ts';
import type { Execution, ExecutionDetail, Json } from './queries.ts';

export type { Cell } from './cell.ts';

/** What a node of a run has shown. */
export interface Output {
  readonly outputId?: number;
  readonly nodeId: string;
  readonly title: string;
  readonly type: 'table' | 'chart' | 'text' | 'variable' | 'file';
  readonly columns?: readonly { readonly name: string; readonly type: string }[];
  readonly rows?: readonly (readonly Cell[])[];
  readonly truncated?: boolean;
  /** There where its rows stand in no defined order. */
  readonly unordered?: boolean;
  readonly total?: number | null;
  /** There where the table has more rows than these, and they were kept to be read by pages. */
  readonly kept?: { readonly rows: number; readonly truncated: boolean; readonly total: number | null };
  readonly chart?: unknown;
  readonly text?: string;
  readonly name?: string;
  readonly value?: Cell;
  readonly path?: string;
  /** There where the file is a saved model. */
  readonly model?: { readonly name: string };
}

/** Milliseconds until runs are asked for anew, for others start some too: fewer while some of them are under way. */
const untilNextLook = (runs: readonly Pick<Execution, 'status'>[] | undefined): number =>
  runs?.some(({ status }) => isLive(status)) === true ? 2_000 : 15_000;

export const executionsQuery = (size: number) =>
  queryOptions({
    queryKey: ['executions', size],
    queryFn: async ({ signal }) => {
      const answer = await given(
        api.GET('/api/v1/workflow-executions', { params: { query: { page: 0, size } }, signal }),
      );
      return Array.isArray(answer) ? { executions: answer, totalElements: answer.length } : answer;
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) => untilNextLook(query.state.data?.executions),
  });

/** Which runs are wanted; moments are in ms. */
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
  /** Where not said, the newest come first. */
  readonly sortBy?: string;
  readonly isAscending?: boolean;
}

/** Runs of a page. */
const runsAtOnce = 500;

/** A page of the runs that are wanted, with how many there are. */
export const runsQuery = (wish: RunsQuery) =>
  queryOptions({
    queryKey: ['executions', 'page', wish],
    queryFn: async ({ signal }) => {
      const { page, search, workflow, project, state, user, from, until, sortBy, isAscending = false } = wish;
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
      const answer = await given(api.GET('/api/v1/workflow-executions', { params: { query }, signal }));
      // an order was named: what comes are pages
      return answer as Exclude<typeof answer, readonly unknown[]>;
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) => untilNextLook(query.state.data?.executions),
  });

/** What became of one of several runs. */
export type Outcome = Json<'/api/v1/workflow-executions/stop', 'post'>[number];

/** Stops or kills runs; tells of each what became of it. */
export const endRuns = (how: 'stop' | 'kill', ids: number[]): Promise<readonly Outcome[]> =>
  given(api.POST(`/api/v1/workflow-executions/${how}`, { body: ids }));

/** Deletes runs that have ended, with what they have shown and their logs; tells of each what became of it. */
export const deleteRuns = (ids: number[]): Promise<readonly Outcome[]> =>
  given(api.DELETE('/api/v1/workflow-executions', { body: ids }));

/** How many runs wait and are at work, and how many have ended in the last day, by the names of their states. */
export const recentQuery = queryOptions({
  queryKey: ['executions', 'recent'],
  queryFn: ({ signal }) =>
    given(
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
      given(api.GET('/api/v1/workflow-executions/workflows/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) => untilNextLook(query.state.data),
  });

/** A run that has ended this little before, in ms, may have ended while its page was read. */
const recently = 60_000;

async function readAgain(client: QueryClient, id: number): Promise<void> {
  const filters = ['nodes', 'outputs', 'log', 'models'].map((what) => ({ queryKey: ['execution', id, what] }));
  const isAsked = (queryKey: QueryKey): boolean => client.getQueryState(queryKey)?.fetchStatus === 'fetching';
  const [nodes, outputs] = [nodesQuery(id), outputsQuery(id)];
  const again = { nodes: isAsked(nodes.queryKey), outputs: isAsked(outputs.queryKey) };
  // what is on its way for the first time would be waited for, not asked for anew
  await Promise.all(filters.map((one) => client.cancelQueries(one)));
  // invalidateQueries asks no query again that was cancelled before it had data and has no observer
  // while the code of a page is on its way, nobody is there yet who would ask again
  if (again.nodes) void client.prefetchQuery(nodes);
  if (again.outputs) void client.prefetchQuery(outputs);
  await Promise.all(filters.map((one) => client.invalidateQueries(one, { cancelRefetch: false })));
}

export const executionQuery = (id: number) =>
  queryOptions({
    queryKey: ['execution', id, 'record'],
    queryFn: async ({ client, signal }) => {
      const call = api.GET('/api/v1/workflow-executions/{id}', { params: { path: { id } }, signal });
      const { data, response } = await answered(call);
      const run = data as ExecutionDetail;
      // what else was asked for at the same time may have been answered before the end
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
      given(api.GET('/api/v1/workflow-executions/{id}/nodes', { params: { path: { id } }, signal })),
  });

export const outputsQuery = (id: number) =>
  queryOptions({
    queryKey: ['execution', id, 'outputs'],
    queryFn: async ({ signal }) =>
      (await given(
        api.GET('/api/v1/workflow-executions/{id}/results', { params: { path: { id } }, signal }),
      )) as readonly Output[],
  });

/** The versions of models that a run has registered, which it does as it ends. */
export const modelsOfRunQuery = (id: number) =>
  queryOptions({
    queryKey: ['execution', id, 'models'],
    queryFn: ({ signal }) =>
      given(api.GET('/api/v1/workflow-executions/{id}/models', { params: { path: { id } }, signal })),
  });

export const logQuery = (id: number, search: string) =>
  queryOptions({
    queryKey: ['execution', id, 'log', search],
    queryFn: ({ signal }) =>
      given(
        api.GET('/api/v1/workflow-executions/{id}/logs/view', {
          params: { path: { id }, query: search === '' ? {} : { search } },
          parseAs: 'text',
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
