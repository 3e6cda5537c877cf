import type { Counting, Rejects } from '@millrace/processors';
import type { CollectedTable, DataFrame, Value } from '@millrace/spark-connect';
import { rowsOf } from '../results/cells.ts';
import type { RunOutput } from '../results/events.ts';
import type { NodeContext } from './node-context.ts';
import { count } from './outputs.ts';
import { collect } from './show-results.ts';
import type { RowCounts, RowCounter } from './row-counter.ts';

/** Most rejected rows that are shown. */
export const maxRejects = 100;

interface RejectOptions {
  readonly prepare: (df: DataFrame) => DataFrame;
  readonly rowCounter: RowCounter | undefined;
}

/** Rejected rows: how many, and the first of them. */
export async function collectRejects(
  options: NodeContext,
  nodeId: string,
  rejects: Rejects,
  { prepare, rowCounter }: RejectOptions,
): Promise<{ count: number; shown: RunOutput[] }> {
  const counts = await rowCounter?.result;
  const rejectCount = counts?.rejected;
  if (rejectCount === 0) return { count: 0, shown: [] };
  const rows = prepare(rejects.rows);
  const fetchedTable = rowCounter?.rejects ?? (await rejectsOfFew(options, rejects.counting, { counts, prepare }));
  const table =
    fetchedTable === undefined ? await collect(options, rows, maxRejects) : rowsOf(fetchedTable, maxRejects);
  if (table.rows.length === 0) return { count: 0, shown: [] };
  const number = rejectCount ?? (table.truncated ? ((await count(options, rows)) ?? 0) : table.rows.length);
  return { count: number, shown: [{ nodeId, title: 'Rejected rows', type: 'table', ...table }] };
}

/** So few rows that choosing among them here costs less than having the engine plan a filter. */
const few = 3 * maxRejects;

/** The rejected rows of few; `undefined` if there are more, or they are not counted. */
async function rejectsOfFew(
  { signal }: NodeContext,
  counting: Counting | undefined,
  { counts, prepare }: { counts: RowCounts | undefined; prepare: RejectOptions['prepare'] },
): Promise<CollectedTable | undefined> {
  if (counting === undefined || counts === undefined || counts.rows + counts.rejected > few) return undefined;
  const { schema, rows } = await prepare(counting.explained).table({ signal });
  const isRejected = ([reasons]: readonly Value[]): boolean => Array.isArray(reasons) && reasons.length > 0;
  return { schema, rows: rows.filter(isRejected) };
}
