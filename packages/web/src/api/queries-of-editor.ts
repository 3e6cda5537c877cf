import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';
import type { Execution, Json, WorkflowRecord } from './queries.ts';

/** A workflow with its graph. Others may save it: it is looked at again from time to time. */
export const workflowQuery = (id: number) =>
  queryOptions({
    queryKey: ['workflow', id],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/api/v1/workflows/{id}', { params: { path: { id } }, signal }))) as WorkflowRecord,
    staleTime: 5_000,
    refetchInterval: 20_000,
    refetchOnWindowFocus: true,
  });

/** The code node that nodes become. */
export type WrittenNode = Json<'/api/v1/workflows/nodes/code', 'post'>;

/** Writes connected nodes of a graph as the code of one node; nothing is saved. */
export const writeNodesAsCode = (
  projectId: number | undefined,
  workflow: object,
  nodes: readonly string[],
): Promise<WrittenNode> =>
  dataOf(
    api.POST('/api/v1/workflows/nodes/code', {
      params: { query: projectId === undefined ? {} : { projectId } },
      body: { workflow: workflow as never, nodes: [...nodes] },
    }),
  );

/** The newest run of a workflow; null if it never ran. */
export const lastRunQuery = (id: number) =>
  queryOptions({
    queryKey: ['executions', 'last of', id],
    queryFn: async ({ signal }) => {
      const answer = await dataOf(
        api.GET('/api/v1/last/workflow-execution/{id}', { params: { path: { id } }, parseAs: 'text', signal }),
      );
      return answer === '' ? null : (JSON.parse(answer) as Execution);
    },
    // prefetched when the user goes to the graph; the editor does not request it twice
    staleTime: 2_000,
  });

/** Requests columns, problems, rows and plans again after the inputs of graphs changed. */
export async function sourcesChanged(client: QueryClient): Promise<void> {
  const keys = [['graph columns'], ['preview'], ['explained']];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
