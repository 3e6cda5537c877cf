import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Cell } from '../../api/cell.ts';
import { api, dataOf } from '../../api/client.ts';
import type { Output } from '../../api/queries-of-runs.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Marked } from '../../ui/table-foot.tsx';
import { asItCame, type Row, type View } from '../../ui/table-view.ts';
import { isSortable, queryOf, type ArrangementQuery } from './arrangement.ts';

/** Maximum number of rows of a page, and of copied rows. */
const [maxPageSize, maxCopied] = [500, 1_000];

interface PagedTableProps {
  readonly runId: number;
  readonly outputId: number;
  readonly output: Output;
  /** Rows of the whole table. */
  readonly count: number;
  readonly marked?: Marked | undefined;
}

interface Page {
  readonly rows: readonly Row[];
  /** Rows that pass the filters, on all pages. */
  readonly matchCount: number;
}

/** A page of a table of a run in some order. */
interface PageQuery {
  readonly runId: number;
  readonly outputId: number;
  readonly arrangement: ArrangementQuery;
  readonly size: number;
}

async function rowsOf(
  { runId, outputId, arrangement }: PageQuery,
  offset: number,
  limit: number,
  signal?: AbortSignal,
) {
  const { rows, found: matchCount } = await dataOf(
    api.GET('/api/v1/workflow-executions/{id}/results/{outputId}/rows', {
      params: { path: { id: runId, outputId }, query: { offset, limit, ...arrangement } },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  return { rows: rows as readonly (readonly Cell[])[], matchCount };
}

const keyOf = ({ runId, outputId, arrangement, size }: PageQuery, page: number) =>
  ['execution', runId, 'rows', outputId, arrangement, size, page] as const;

const pageQuery = (query: PageQuery, page: number) => ({
  queryKey: keyOf(query, page),
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Page> =>
    rowsOf(query, page * query.size, query.size, signal),
  // outputs of a run do not change
  staleTime: Infinity,
  gcTime: 60_000,
});

/**
 * A large table of a run: visible pages are requested, and cancelled when they are hidden again. The service sorts and
 * filters it; until its rows arrive, the earlier ones stay.
 */
export function PagedTable({ runId, outputId, output, count, marked }: PagedTableProps) {
  const { columns = [], rows = [], kept: storedRows } = output;
  const client = useQueryClient();
  const [view, setView] = useState(asItCame);
  const [[from, to], setPages] = useState<readonly [number, number]>([0, 0]);
  const key = JSON.stringify(queryOf(columns, view, marked?.conditions));
  const [size, resize] = useState(maxPageSize);
  const query = useMemo(
    (): PageQuery => ({ runId, outputId, arrangement: JSON.parse(key) as ArrangementQuery, size }),
    [runId, outputId, key, size],
  );
  const [arrived, setArrived] = useState({ query, count });
  const answers = useQueries({
    queries: Array.from({ length: to - from + 1 }, (_, i) => pageQuery(query, from + i)),
  });
  const matchCount = answers.find(({ data }) => data !== undefined)?.data?.matchCount;
  if (matchCount !== undefined && (arrived.query !== query || arrived.count !== matchCount))
    setArrived({ query, count: matchCount });
  // the service returns fewer rows at once if they are very large
  const short = answers.find(({ data }, i) => isShort(data, query, from + i))?.data;
  if (short !== undefined) resize(short.rows.length);
  const onVisibleRows = useCallback(
    (first: number, last: number) => {
      const next = [Math.floor(first / size), Math.floor(last / size)] as const;
      setPages((now) => (now[0] === next[0] && now[1] === next[1] ? now : next));
    },
    [size],
  );
  const error = answers.find((answer) => answer.error !== null)?.error;
  const isAsItCame = Object.keys(arrived.query.arrangement).length === 0;
  const pages = {
    count: arrived.count,
    all: count,
    view,
    onView: (next: View): void => {
      if (next.sort !== view.sort || next.filters !== view.filters) setPages([0, 0]);
      setView(next);
    },
    rowAt: (index: number): Row | undefined =>
      rowIn(client, arrived.query, index) ?? (isAsItCame ? rows[index] : undefined),
    onVisibleRows,
    first: async (): Promise<readonly Row[]> => (await rowsOf(arrived.query, 0, maxCopied)).rows,
    isSortable,
    isWaiting: arrived.query !== query && error === undefined,
    trouble: error?.message,
  };
  return (
    <DataTable
      label={output.title}
      columns={columns}
      rows={rows}
      inAll={storedRows?.truncated === true ? (storedRows.total ?? null) : undefined}
      pages={pages}
      marked={marked}
    />
  );
}

const isShort = (data: Page | undefined, { size }: PageQuery, page: number): boolean =>
  data !== undefined && data.rows.length > 0 && data.rows.length < Math.min(size, data.matchCount - page * size);

const rowIn = (client: QueryClient, query: PageQuery, index: number): Row | undefined =>
  client.getQueryData<Page>(keyOf(query, Math.floor(index / query.size)))?.rows[index % query.size];
