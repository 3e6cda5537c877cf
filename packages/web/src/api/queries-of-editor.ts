import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, given } from './client.ts';
import type { Execution, WorkflowRecord } from './queries.ts';

/** A workflow with its graph. Others may save it: it is looked at again from time to time. */
export const workflowQuery = (id: number) =>
  queryOptions({
    queryKey: ['workflow', id],
    queryFn: async ({ signal }) =>
      (await given(api.GET('/api/v1/workflows/{id}', { params: { path: { id } }, signal }))) as WorkflowRecord,
    staleTime: 5_000,
    refetchInterval: 20_000,
    refetchOnWindowFocus: true,
  });

/** The newest run of a workflow; null where it never ran. */
export const lastRunQuery = (id: number) =>
  queryOptions({
    queryKey: ['executions', 'last of', id],
    queryFn: async ({ signal }) => {
      const answer = await given(
        api.GET('/api/v1/last/workflow-execution/{id}', { params: { path: { id } }, parseAs: 'text', signal }),
      );
      return answer === '' ? null : (JSON.parse(answer) as Execution);
    },
    // asked for when somebody goes to the graph; it is not asked for twice when the editor is there a moment later
    staleTime: 2_000,
  });

/** What graphs read has changed: their columns and problems, rows and plans are asked for anew. */
export async function sourcesChanged(client: QueryClient): Promise<void> {
  const keys = [['graph columns'], ['preview'], ['explained']];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
