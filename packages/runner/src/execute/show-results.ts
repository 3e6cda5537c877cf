import type { Result } from '@millrace/processors';
import type { CollectedTable, DataFrame } from '@millrace/spark-connect';
import { cellOf, rowsOf } from '../results/cells.ts';
import type { RunOutput } from '../results/events.ts';
import { storeTable, type PreviewTable } from '../results/tables/store-table.ts';
import type { NodeContext } from './node-context.ts';
import { count } from './outputs.ts';

/** Settings of collecting rows. */
export type CollectOptions = Pick<NodeContext, 'signal' | 'tableLimit' | 'tables' | 'counts'> & {
  /** Returns the first rows of a DataFrame, if they are fetched anyway. */
  readonly firstRows?: (df: DataFrame, rows: number) => Promise<CollectedTable> | undefined;
};

/** The first rows of a DataFrame, and whether there are more; `bounded`: it has no more. */
export const collect = async (
  { signal, firstRows }: Pick<CollectOptions, 'signal' | 'firstRows'>,
  df: DataFrame,
  limit: number,
  bounded = false,
) =>
  rowsOf(
    df.localTable() ??
      (await (firstRows?.(df, bounded ? limit : limit + 1) ?? (bounded ? df : df.limit(limit + 1)).table({ signal }))),
    limit,
  );

/** Collects what a node shows. */
export async function show(
  options: CollectOptions,
  nodeId: string,
  result: Result,
  materialized: (df: DataFrame) => DataFrame,
): Promise<RunOutput> {
  const base = { nodeId, title: result.title };
  if (result.type === 'text') return { ...base, type: 'text', text: result.text, format: result.format ?? 'plain' };
  const data = materialized(result.data);
  if (result.type === 'variable') {
    const { rows } = await data.table({ signal: options.signal });
    return { ...base, type: 'variable', name: result.name, value: cellOf(rows[0]?.[0] ?? null) };
  }
  const table = await (result.type === 'table' ? tableOf : collectResult)(options, data, result.limit);
  if (result.type === 'chart') return { ...base, type: 'chart', chart: result.chart, ...table };
  if (result.options === undefined) return { ...base, type: 'table', ...table };
  const cells = Object.fromEntries(Object.entries(result.options).map(([name, value]) => [name, cellOf(value)]));
  return { ...base, type: 'table', ...table, options: cells };
}

const collectResult = (options: CollectOptions, data: DataFrame, limit: number | undefined) =>
  collect(options, data, limit ?? options.tableLimit, limit !== undefined);

/** A table, whole where there is room for those that are large: most are small, and are read at once. */
async function tableOf(options: CollectOptions, data: DataFrame, limit: number | undefined): Promise<PreviewTable> {
  const { tables: room, tableLimit: shown, signal } = options;
  if (room === undefined || (limit !== undefined && limit <= shown)) return collectResult(options, data, limit);
  if (limit === undefined || room.mostRows <= shown) {
    const table = await collect(options, data, shown);
    if (!table.truncated || room.mostRows <= shown) return table;
  }
  const isBounded = limit !== undefined && limit <= room.mostRows;
  return storeTable(data, { room, shown, isBounded, signal, count: (df) => count(options, df) });
}

/** The first rows of an output. */
export const previewOf = async (options: NodeContext, nodeId: string, df: DataFrame): Promise<RunOutput> => ({
  type: 'table',
  title: 'Preview',
  nodeId,
  ...(await collect(options, df, options.previews)),
});
