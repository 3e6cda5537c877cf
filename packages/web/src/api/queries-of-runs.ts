import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isLive } from '../ui/status.tsx';
import type { Cell } from './cell.ts';
import { api, given } from './client.ts';

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
  readonly total?: number | null;
  /** There where the table has more rows than these, and they were kept to be read by pages. */
  readonly kept?: { readonly rows: number; readonly truncated: boolean; readonly total: number | null };
  readonly chart?: unknown;
  readonly text?: string;
  readonly name?: string;
  readonly value?: Cell;
  readonly path?: string;
}

export const executionsQuery = (size = 1_000) =>
  queryOptions({
    queryKey: ['executions', size],
    queryFn: async ({ signal }) => {
      const answer = await given(
        api.GET('/api/v1/workflow-executions', { params: { query: { page: 0, size } }, signal }),
      );
      return Array.isArray(answer) ? { executions: answer, totalElements: answer.length } : answer;
    },
    placeholderData: keepPreviousData,
    // others start runs too
    refetchInterval: (query) =>
      query.state.data?.executions.some(({ status }) => isLive(status)) === true ? 2_000 : 15_000,
  });

export const runsOfWorkflowQuery = (id: number) =>
  queryOptions({
    queryKey: ['executions', 'of workflow', id],
    queryFn: ({ signal }) =>
      given(api.GET('/api/v1/workflow-executions/workflows/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) => (query.state.data?.some(({ status }) => isLive(status)) === true ? 2_000 : 15_000),
  });

export const executionQuery = (id: number) =>
  queryOptions({
    queryKey: ['execution', id, 'record'],
    queryFn: ({ signal }) => given(api.GET('/api/v1/workflow-executions/{id}', { params: { path: { id } }, signal })),
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
