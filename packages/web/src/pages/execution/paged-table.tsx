import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Cell } from '../../api/cell.ts';
import { api, given } from '../../api/client.ts';
import type { Output } from '../../api/queries-of-runs.ts';
import { DataTable } from '../../ui/data-table.tsx';

/** Rows of a page. */
const size = 500;

interface PagedTableProps {
  readonly runId: number;
  readonly outputId: number;
  readonly output: Output;
  /** Rows of the whole table. */
  readonly count: number;
}

const pageQuery = (runId: number, outputId: number, page: number) => ({
  queryKey: ['execution', runId, 'rows', outputId, page],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const { rows } = await given(
      api.GET('/api/v1/workflow-executions/{id}/results/{outputId}/rows', {
        params: { path: { id: runId, outputId }, query: { offset: page * size, limit: size } },
        signal,
      }),
    );
    return rows as readonly (readonly Cell[])[];
  },
  // what a run has shown does not change any more
  staleTime: Infinity,
  gcTime: 60_000,
});

/** A large table of a run: the pages in sight are asked for, and given up when they are out of it again. */
export function PagedTable({ runId, outputId, output, count }: PagedTableProps) {
  const { columns = [], rows = [] } = output;
  const [[from, to], setPages] = useState<readonly [number, number]>([0, 0]);
  const wanted = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const answers = useQueries({ queries: wanted.map((page) => pageQuery(runId, outputId, page)) });
  const known = new Map(answers.map(({ data }, i) => [wanted[i], data]));
  const onSight = useCallback((first: number, last: number) => {
    const next = [Math.floor(first / size), Math.floor(last / size)] as const;
    setPages((now) => (now[0] === next[0] && now[1] === next[1] ? now : next));
  }, []);
  const rowAt = (index: number) => known.get(Math.floor(index / size))?.[index % size] ?? rows[index];
  const pages = { count, rowAt, onSight };
  return <DataTable label={output.title} columns={columns} rows={rows} pages={pages} />;
}
