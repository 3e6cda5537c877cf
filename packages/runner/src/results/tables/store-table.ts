import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SparkError, type DataFrame, type EncodedBatch, type StructType, type Value } from '@millrace/spark-connect';
import { decodeBatch } from '@millrace/spark-connect/arrow';
import { runError } from '@millrace/errors';
import { columnsOf, rowCells } from '../cells.ts';
import type { Cell, ColumnInfo } from '../events.ts';
import { TableThreads, type ThreadedTable } from './table-threads.ts';

/** Where tables go that have more rows than are shown, and how much of each. */
export interface TableStorage {
  /** Folder of the run; it is made when there is a table. */
  readonly folder: string;
  readonly mostRows: number;
  /** Bytes of a file; no row group is begun behind them. */
  readonly mostBytes: number;
}

/** A table that has more rows than are shown, as a Parquet file. */
export interface StoredTable {
  /** Name of the file in the room's folder. */
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  /** True where the table has more rows than the file, since a limit was met. */
  readonly truncated: boolean;
  /** Rows of the table; null where nobody has counted them. */
  readonly total: number | null;
}

/** The first rows of a table, and the table itself where it has more. */
export interface PreviewTable {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly Cell[])[];
  readonly truncated: boolean;
  readonly kept?: StoredTable;
}

export interface TableOptions {
  readonly room: TableStorage;
  /** Rows that are shown. */
  readonly shown: number;
  /** True for a table that cannot have more rows than the room takes. */
  readonly isBounded: boolean;
  readonly signal: AbortSignal;
  /** Counts the rows of a table that is cut off. */
  readonly count: (data: DataFrame) => Promise<number | null>;
  /** Those of the process where nothing else is said. */
  readonly threads?: TableThreads;
}

/** Threads of this process; it starts none before there is a large table. */
const ownThreads = new TableThreads();

/**
 * Reads a table, batch by batch, and has it written into a file where it has more rows than are shown: by another thread,
 * which alone decodes the rows that are not. A disk that is full, and rows that are too large, are told by a RunError.
 */
export async function storeTable(
  data: DataFrame,
  { room, shown, isBounded, signal, count, threads = ownThreads }: TableOptions,
): Promise<PreviewTable> {
  let schema: StructType = { kind: 'struct', fields: [] };
  const first: Value[][] = [];
  const pending: EncodedBatch[] = [];
  let table: ThreadedTable | undefined;
  let isCut = false;
  const file = `${randomUUID()}.parquet`;
  const stop = (): void => table?.interrupt();
  signal.addEventListener('abort', stop, { once: true });
  const collect = async (): Promise<void> => {
    let rows = 0;
    for await (const event of (isBounded ? data : data.limit(room.mostRows + 1)).encodedEvents({ signal })) {
      if (event.kind === 'schema') schema = event.schema;
      if (event.kind !== 'encoded') continue;
      const { data: bytes, rowCount } = event.batch;
      if (first.length < shown)
        for (const row of decodeBatch(bytes, schema, rowCount).rows(0, shown - first.length)) first.push(row);
      rows += rowCount;
      pending.push(event.batch);
      if (rows <= shown) continue;
      // no columns, no file
      isCut = schema.fields.length === 0;
      if (isCut) return;
      const { mostRows, mostBytes } = room;
      table ??= threads.begin({ path: join(room.folder, file), schema, leastRows: shown, mostRows, mostBytes });
      for (const batch of pending.splice(0)) await table.add(batch);
      if (table.isCut) return;
    }
  };
  try {
    await collect().catch(async (error: unknown) => {
      // a failure behind the last row that is kept is none of its own
      if (error instanceof SparkError && !signal.aborted) await table?.settle();
      if (table?.isCut !== true) throw error;
    });
    const base = { columns: columnsOf(schema), rows: first.map(rowCells(schema)) };
    if (table === undefined) return { ...base, truncated: isCut };
    const progress = await table.finish();
    const total = progress.isCut ? await count(data) : progress.rows;
    const { rows, bytes, isCut: truncated } = progress;
    return { ...base, truncated: true, kept: { file, rows, bytes, truncated, total } };
  } catch (error) {
    await table?.abandon();
    throw error instanceof SparkError ? error : explain(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What the system says of the file (errno) as the user's; any other error as it is. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const systemCode = String(error.code);
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(systemCode)
    ? runError('table-disk-full', {}, { cause: error })
    : runError('table-not-written', { systemCode }, { cause: error });
}
