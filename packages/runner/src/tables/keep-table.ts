import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SparkError, type DataFrame, type StructType, type Value } from '@millrace/spark-connect';
import { RunError } from '../errors.ts';
import { columnsOf, cellOf } from '../run/cells.ts';
import type { Cell, ColumnInfo } from '../run/events.ts';
import type { TableWriter } from './write-table.ts';

/** Where tables go that have more rows than are shown, and how much of each. */
export interface TableRoom {
  /** Folder of the run; it is made when there is a table. */
  readonly folder: string;
  readonly mostRows: number;
  /** Bytes of a file; no row group is begun behind them. */
  readonly mostBytes: number;
}

/** A table that has more rows than are shown, as a Parquet file. */
export interface KeptTable {
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
export interface Shown {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly Cell[])[];
  readonly truncated: boolean;
  readonly kept?: KeptTable;
}

export interface KeepOptions {
  readonly room: TableRoom;
  /** Rows that are shown. */
  readonly shown: number;
  /** True for a table that cannot have more rows than the room takes. */
  readonly isBounded: boolean;
  readonly signal: AbortSignal;
  /** Counts the rows of a table that is cut off. */
  readonly count: (data: DataFrame) => Promise<number | null>;
}

/**
 * Reads a table, batch by batch, and writes it into a file where it has more rows than are shown. A disk that is full is told by a RunError.
 */
export async function keepTable(
  data: DataFrame,
  { room, shown, isBounded, signal, count }: KeepOptions,
): Promise<Shown> {
  let schema: StructType = { kind: 'struct', fields: [] };
  const first: Value[][] = [];
  let writer: TableWriter | undefined;
  let isCut = false;
  const file = `${randomUUID()}.parquet`;
  const rows = isBounded ? data : data.limit(room.mostRows + 1);
  try {
    reading: for await (const event of rows.events({ signal })) {
      if (event.kind === 'schema') schema = event.schema;
      if (event.kind !== 'batch') continue;
      for (const row of event.batch.rows()) {
        if (first.length < shown) {
          first.push(row);
          continue;
        }
        // no columns, no file
        isCut = schema.fields.length === 0;
        if (isCut) break reading;
        if (writer === undefined) {
          const { TableWriter } = await import('./write-table.ts');
          writer = await TableWriter.create(join(room.folder, file), schema);
          for (const one of first) await writer.add(one);
        }
        isCut = writer.rows >= room.mostRows || writer.bytes >= room.mostBytes;
        if (isCut) break reading;
        await writer.add(row);
      }
    }
    const base = { columns: columnsOf(schema), rows: first.map((row) => row.map(cellOf)) };
    if (writer === undefined) return { ...base, truncated: isCut };
    const bytes = await writer.finish();
    const total = isCut ? await count(data) : writer.rows;
    return { ...base, truncated: true, kept: { file, rows: writer.rows, bytes, truncated: isCut, total } };
  } catch (error) {
    await writer?.abandon();
    throw error instanceof SparkError ? error : explained(error);
  }
}

/** What the system says of the file (errno) as the user's; any other error as it is. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code))
    ? new RunError(
        'DISK_FULL',
        'there is no room left on the disk of the state folder, where the whole table was to be kept',
        'free space on that disk, or show fewer rows',
        undefined,
        error,
      )
    : new RunError(
        'TABLE_NOT_KEPT',
        `the whole table cannot be written into the state folder (${String(error.code)})`,
        'check the disk and the rights of that folder, or show fewer rows',
        undefined,
        error,
      );
}
