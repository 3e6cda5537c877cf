import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { api, dataOf } from '../../../api/client.ts';
import { ApiError } from '../../../api/problem.ts';
import type { Json, NodeReport } from '../../../api/queries.ts';
import type { Output } from '../../../api/queries-of-runs.ts';
import type { Graph } from '../model/graph.ts';
import { keyOfAll } from '../model/keys.ts';

export type GraphColumns = Json<'/api/v1/workflows/columns', 'post'>;
export type NodeColumns = GraphColumns['nodes'][number];
export type GraphProblem = GraphColumns['problems'][number];
export type Column = { readonly name: string; readonly type: string };
export type Preview = Omit<Json<'/api/v1/workflows/nodes/{nodeId}/execute', 'post'>, 'results'> & {
  readonly results: readonly Output[];
};

/** The report of a run about a node. */
export interface NodeRun {
  readonly status: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'SKIPPED' | 'STOPPED';
  /** Rows of each output; null if they were not counted. */
  readonly rows: readonly (number | null)[];
  readonly ms: number | null;
  readonly isReused: boolean;
  readonly rejected: number;
  readonly message: string | undefined;
  readonly remedy: string | undefined;
  /** The key of the node in the run (see `keysOf`); undefined if unknown. */
  readonly key: string | undefined;
}

/** The service's analysis of the present graph. */
export interface LiveState {
  readonly columns: ReadonlyMap<string, NodeColumns>;
  readonly problems: readonly GraphProblem[];
  /** True while columns and problems are those of an older state of the graph. */
  readonly isBehind: boolean;
  /** The reason if they stay outdated; undefined while they are loading. */
  readonly staleReason: string | undefined;
  readonly runs: ReadonlyMap<string, NodeRun>;
  /** The run that is shown. */
  readonly runId: number | undefined;
  readonly runStatus: number | undefined;
  /** The keys of the nodes at its start (see `keysOf`). */
  readonly runKeys: ReadonlyMap<string, string>;
  /** Reports of earlier runs about nodes that this one leaves out. */
  readonly runsBefore: ReadonlyMap<string, NodeRun>;
}

export type LiveStore = StoreApi<LiveState>;

export const makeLiveStore = (): LiveStore =>
  createStore((): LiveState => ({
    columns: new Map(),
    problems: [],
    isBehind: true,
    staleReason: undefined,
    runs: new Map(),
    runId: undefined,
    runStatus: undefined,
    runKeys: new Map(),
    runsBefore: new Map(),
  }));

export const LiveContext = createContext<LiveStore | null>(null);

export function useLiveStore(): LiveStore {
  const store = useContext(LiveContext);
  if (store === null) throw new Error('there is no editor around this');
  return store;
}

export const useLive = <T>(pick: (state: LiveState) => T): T => useStore(useLiveStore(), pick);

/** Columns of all nodes of a graph, and all its problems. */
export const columnsQuery = (projectId: number | undefined, graph: Graph) =>
  queryOptions({
    queryKey: ['graph columns', projectId, keyOfAll(graph)],
    queryFn: ({ signal }) =>
      dataOf(
        api.POST('/api/v1/workflows/columns', {
          params: { query: projectId === undefined ? {} : { projectId } },
          body: graph as never,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    // input files may change at any time; the graph itself is in the key
    staleTime: 30_000,
    gcTime: 60_000,
    refetchOnReconnect: 'always',
    // an error of the service may be temporary
    refetchInterval: ({ state: { error } }) => (error instanceof ApiError && error.status >= 500 ? 10_000 : false),
  });

/**
 * Rows of a node on a sample of its sources or, with `withTraining`, the trained model of that. `key`: see `keysOf`.
 */
export const previewQuery = (
  projectId: number | undefined,
  graph: Graph,
  nodeId: string,
  key: string,
  sample: number,
  withTraining = false,
) =>
  queryOptions({
    queryKey: ['preview', projectId, nodeId, key, sample, withTraining],
    queryFn: async ({ signal }) =>
      (await dataOf(
        api.POST('/api/v1/workflows/nodes/{nodeId}/execute', {
          params: {
            path: { nodeId },
            query: { rows: 500, sample, learn: withTraining, ...(projectId === undefined ? {} : { projectId }) },
          },
          body: graph as never,
          signal,
        }),
      )) as unknown as Preview,
    placeholderData: (previous, query) => (query?.queryKey[2] === nodeId ? previous : undefined),
    staleTime: 30_000,
    gcTime: 60_000,
    refetchOnReconnect: 'always',
  });

interface NodeReports {
  readonly outputRows?: readonly (number | null)[];
  readonly rejected?: number;
  readonly reused?: boolean;
  readonly error?: { readonly message: string; readonly remedy?: string };
}

/** A node's part of a run, from the report of the service. */
export function nodeRunOf({ status, rows, ms, report }: NodeReport, key: string | undefined): NodeRun {
  const { outputRows, rejected = 0, reused = false, error } = (report ?? {}) as NodeReports;
  return {
    status: status as NodeRun['status'],
    rows: outputRows ?? [rows],
    ms,
    isReused: reused,
    rejected,
    message: error?.message,
    remedy: error?.remedy,
    key,
  };
}

export const working: NodeRun = {
  status: 'RUNNING',
  rows: [],
  ms: null,
  isReused: false,
  rejected: 0,
  message: undefined,
  remedy: undefined,
  key: undefined,
};

/** The state of a node, which its left edge shows. */
export type NodeState = 'idle' | 'stale' | 'running' | 'done' | 'failed' | 'skipped' | 'cached';

export function stateOf(run: NodeRun | undefined, key: string | undefined): NodeState {
  if (run === undefined) return 'idle';
  if (run.status === 'RUNNING') return 'running';
  if (run.key !== key) return 'stale';
  if (run.status === 'FAILED') return 'failed';
  if (run.status === 'COMPLETED') return run.isReused ? 'cached' : 'done';
  return 'skipped';
}
