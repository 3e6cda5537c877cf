// No import here may reach spark-connect/src/index.ts: it triples the start of the thread.

import { constants, setPriority } from 'node:os';
import { answerRequests } from '@millrace/file-space/threads/answer-requests';
import type { EncodedBatch } from '@millrace/spark-connect';
import { decodeBatch } from '@millrace/spark-connect/arrow';
import type { StructType } from '@millrace/spark-connect/types';
import { TableWriter } from './write-table.ts';

/** A table to be written, and how much of it. */
export interface NewTable {
  readonly path: string;
  readonly schema: StructType;
  /** Rows that are written whatever the limits say. */
  readonly leastRows: number;
  readonly mostRows: number;
  /** No row is added once the file has so many bytes. */
  readonly mostBytes: number;
}

/** What this thread is asked, one after the other; it works on one table at a time. Each gets one answer. */
export type Request =
  | { readonly kind: 'begin'; readonly table: NewTable }
  | { readonly kind: 'add'; readonly batch: EncodedBatch }
  | { readonly kind: 'finish' };

/** How far the table has come. */
export interface Progress {
  readonly rows: number;
  readonly bytes: number;
  /** True where a limit was met: the table has more rows. */
  readonly isCut: boolean;
}

/** Rows that are made of a batch at a time: values take much more room than their Arrow bytes. */
const rowsAtOnce = 1_024;

let table: (NewTable & { readonly writer: TableWriter; isCut: boolean }) | undefined;

async function answer(request: Request): Promise<Progress> {
  if (request.kind === 'begin') {
    const writer = await TableWriter.create(request.table.path, request.table.schema);
    table = { ...request.table, writer, isCut: false };
  }
  if (table === undefined) throw new Error('no table was begun');
  const { writer } = table;
  if (request.kind === 'add') table.isCut ||= !(await add(table, request.batch));
  const { isCut } = table;
  if (request.kind !== 'finish') return { rows: writer.rows, bytes: writer.bytes, isCut };
  table = undefined;
  return { rows: writer.rows, bytes: await writer.finish(), isCut };
}

/** Adds the rows of a batch; false where a limit was met before the last. */
async function add(
  { writer, schema, leastRows, mostRows, mostBytes }: NewTable & { readonly writer: TableWriter },
  { data, rowCount }: EncodedBatch,
): Promise<boolean> {
  const batch = decodeBatch(data, schema, rowCount);
  for (let from = 0; from < rowCount; from += rowsAtOnce)
    for (const row of batch.rows(from, from + rowsAtOnce)) {
      if (writer.rows >= leastRows && (writer.rows >= mostRows || writer.bytes >= mostBytes)) return false;
      await writer.add(row);
    }
  return true;
}

// on Linux this is a matter of the thread, elsewhere of the whole process
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

answerRequests(answer);
