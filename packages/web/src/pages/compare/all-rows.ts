import { queryOptions } from '@tanstack/react-query';
import type { Cell } from '../../api/cell.ts';
import { api, given } from '../../api/client.ts';
import type { Output } from '../../api/queries-of-runs.ts';

/** Tables of more rows are not compared. */
export const mostCompared = 20_000;

/** Most rows that the service gives at once. */
const atOnce = 10_000;

type Row = readonly Cell[];

/** How all rows of a table are had: they are here, lie with the service, or cannot be compared. */
export function wayToAll({ outputId, rows = [], kept, truncated }: Output): 'here' | 'kept' | 'none' {
  if (kept === undefined) return truncated === true || rows.length > mostCompared ? 'none' : 'here';
  return outputId === undefined || kept.truncated || kept.rows > mostCompared ? 'none' : 'kept';
}

/** All rows of a table that the service has kept, page by page. */
export const allRowsQuery = (runId: number, output: Output) =>
  queryOptions({
    queryKey: ['execution', runId, 'all rows', output.outputId],
    queryFn: async ({ signal }) => {
      const path = { id: runId, outputId: output.outputId ?? 0 };
      const all: Row[] = [];
      for (;;) {
        const query = { offset: all.length, limit: atOnce };
        const { rows } = await given(
          api.GET('/api/v1/workflow-executions/{id}/results/{outputId}/rows', { params: { path, query }, signal }),
        );
        all.push(...(rows as readonly Row[]));
        if (rows.length === 0 || all.length >= (output.kept?.rows ?? 0)) return all;
      }
    },
    enabled: wayToAll(output) === 'kept',
    // what a run has shown does not change any more
    staleTime: Infinity,
    gcTime: 60_000,
  });
