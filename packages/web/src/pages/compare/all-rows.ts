import { queryOptions } from '@tanstack/react-query';
import type { Cell } from '../../api/cell.ts';
import { api, dataOf } from '../../api/client.ts';
import type { Output } from '../../api/queries-of-runs.ts';

/** Larger tables are not compared. */
export const maxCompared = 20_000;

/** Maximum number of rows of one response. */
const atOnce = 10_000;

type Row = readonly Cell[];

/** The source of all rows of a table: in the output itself, stored by the service, or unavailable. */
export function rowSource({ outputId, rows = [], kept: storedRows, truncated }: Output): 'here' | 'kept' | 'none' {
  if (storedRows === undefined) return truncated === true || rows.length > maxCompared ? 'none' : 'here';
  return outputId === undefined || storedRows.truncated || storedRows.rows > maxCompared ? 'none' : 'kept';
}

/** All rows of a table that the service has stored, page by page. */
export const allRowsQuery = (runId: number, output: Output) =>
  queryOptions({
    queryKey: ['execution', runId, 'all rows', output.outputId],
    queryFn: async ({ signal }) => {
      const path = { id: runId, outputId: output.outputId ?? 0 };
      const all: Row[] = [];
      for (;;) {
        const query = { offset: all.length, limit: atOnce };
        const { rows } = await dataOf(
          api.GET('/api/v1/workflow-executions/{id}/results/{outputId}/rows', { params: { path, query }, signal }),
        );
        all.push(...(rows as readonly Row[]));
        if (rows.length === 0 || all.length >= (output.kept?.rows ?? 0)) return all;
      }
    },
    enabled: rowSource(output) === 'kept',
    // outputs of a run do not change
    staleTime: Infinity,
    gcTime: 60_000,
  });
