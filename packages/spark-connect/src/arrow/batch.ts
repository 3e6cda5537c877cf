import { tableFromIPC, type Batch, type ExtractionOptions } from '@uwdata/flechette';
import { SparkError } from '../errors.ts';
import type { StructType } from '../types.ts';
import type { Value } from '../values.ts';
import { reader, type ReadValue } from './readers.ts';

/** flechette hands out 64-bit integers as they are; everything else is read from its buffers here. */
export const extraction: ExtractionOptions = {
  useBigInt: true,
  useBigIntTimestamp: true,
  useDecimalInt: true,
  useMap: true,
};

/** One batch of a result, stored as Arrow columns; values are converted at the first access. */
export interface RecordBatch {
  readonly rowCount: number;
  /** The value at a row of a column, by position. */
  value(row: number, column: number): Value;
  /** All values of a column, converted. */
  column(index: number): Value[];
  /** Rows as arrays in column order, from one on up to another, that one not with them: all if not set. */
  rows(from?: number, to?: number): Value[][];
}

/**
 * Decodes one Arrow IPC stream (a batch of an answer) by the schema of the result. `expectedRows` is the number of rows
 * that the engine says it has: another number is a broken answer and throws a `SparkError`.
 */
export function decodeBatch(data: Uint8Array, schema: StructType, expectedRows: number): RecordBatch {
  // batches arrive unaligned within their message; Arrow's typed arrays need alignment
  const table = tableFromIPC(new Uint8Array(data), extraction);
  const { fields } = schema;
  if (table.children.length !== fields.length)
    throw new SparkError(`the result has ${table.children.length} columns where its schema names ${fields.length}`);
  // without columns, flechette does not tell the rows
  const rowCount = fields.length === 0 ? expectedRows : table.numRows;
  if (rowCount !== expectedRows)
    throw new SparkError(`a batch of the result has ${rowCount} rows where the engine announced ${expectedRows}`);
  const reads = fields.map((field, i): ReadValue => {
    const chunks: readonly Batch<unknown>[] = table.children[i]?.data ?? [];
    const [first, second] = chunks;
    if (first === undefined) return () => null;
    return second === undefined
      ? reader(first, field.type)
      : inChunks(
          chunks,
          chunks.map((c) => reader(c, field.type)),
        );
  });
  const column = (read: ReadValue, from = 0, to = rowCount): Value[] => {
    const values: Value[] = new Array(to - from);
    for (let row = from; row < to; row++) values[row - from] = read(row);
    return values;
  };
  return {
    rowCount,
    value: (row, index) => (row < rowCount ? (reads[index]?.(row) ?? null) : null),
    column(index) {
      const read = reads[index];
      if (read === undefined) throw new RangeError(`the result has no column ${index}: it has ${reads.length}`);
      return column(read);
    },
    rows(from = 0, to = rowCount) {
      const end = Math.min(to, rowCount);
      const count = Math.max(0, end - from);
      const columns = count === 0 ? [] : reads.map((read) => column(read, from, end));
      const rows: Value[][] = new Array(count);
      for (let row = 0; row < count; row++) {
        const cells: Value[] = new Array(columns.length);
        for (let i = 0; i < columns.length; i++) cells[i] = columns[i]?.[row] ?? null;
        rows[row] = cells;
      }
      return rows;
    },
  };
}

/** Several record batches in one stream, read as one. */
function inChunks(chunks: readonly Batch<unknown>[], reads: readonly ReadValue[]): ReadValue {
  return (row) => {
    let rest = row;
    for (const [i, { length }] of chunks.entries()) {
      if (rest < length) return reads[i]?.(rest) ?? null;
      rest -= length;
    }
    return null;
  };
}
