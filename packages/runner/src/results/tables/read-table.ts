import { open, type FileHandle } from 'node:fs/promises';
import type { StructType } from '@millrace/spark-connect';
import { parquetMetadataAsync, parquetRead, type AsyncBuffer, type FileMetaData, type RowGroup } from 'hyparquet';
import { columnsOf } from '../cells.ts';
import type { Cell, ColumnInfo } from '../events.ts';
import { elementsOf, leafPaths } from './file-schema.ts';
import { schemaKey, shapesOf, type Shape } from './shape.ts';
import { fromStored, fieldNameAt } from './stored-values.ts';

/** Rows of a table, some at a time, in their order. */
export type Rows = AsyncGenerator<readonly (readonly Cell[])[], void, undefined>;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const parsers = { stringFromBytes: (bytes: Uint8Array | undefined) => bytes && utf8.decode(bytes) };

/** A file that a `TableWriter` has written. */
export class TableFile implements AsyncDisposable {
  readonly schema: StructType;
  readonly #file: FileHandle;
  readonly #buffer: AsyncBuffer;
  readonly #metadata: FileMetaData;
  readonly #shapes: readonly Shape[];

  private constructor(file: FileHandle, buffer: AsyncBuffer, metadata: FileMetaData, schema: StructType) {
    this.#file = file;
    this.#buffer = buffer;
    this.#shapes = shapesOf(schema);
    this.schema = schema;
    // hyparquet makes objects of maps and Numbers of decimals, and finds columns by name:
    // this schema replaces that of the file
    const elements = elementsOf(schema, this.#shapes, 'read');
    const paths = leafPaths(elements);
    this.#metadata = {
      ...metadata,
      schema: elements,
      row_groups: metadata.row_groups.map((group) => ({
        ...group,
        columns: group.columns.map((column, i) =>
          column.meta_data === undefined
            ? column
            : { ...column, meta_data: { ...column.meta_data, path_in_schema: paths[i] ?? [] } },
        ),
      })),
    };
  }

  /** Opens a file; undefined if it does not exist. It can be read to its end even if it is removed in the meantime. */
  static async open(path: string): Promise<TableFile | undefined> {
    const file = await open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (file === undefined) return undefined;
    try {
      const buffer = bufferOf(file, (await file.stat()).size);
      const metadata = await parquetMetadataAsync(buffer, { geoparquet: false });
      const text = metadata.key_value_metadata?.find(({ key }) => key === schemaKey)?.value;
      if (text === undefined) throw new Error(`"${path}" is not a table of ours`);
      return new TableFile(file, buffer, metadata, JSON.parse(text) as StructType);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get columns(): readonly ColumnInfo[] {
    return columnsOf(this.schema);
  }

  /** The file itself, for who reads all its bytes. */
  get handle(): FileHandle {
    return this.#file;
  }

  get rowCount(): number {
    return Number(this.#metadata.num_rows);
  }

  /** Rows from one on up to another, that one not with them. */
  async *rows(from = 0, to = this.rowCount): Rows {
    let start = 0;
    for (const { num_rows } of this.#metadata.row_groups) {
      const end = start + Number(num_rows);
      if (start >= to) return;
      if (end > from) yield this.#read(Math.max(start, from), Math.min(end, to));
      start = end;
    }
  }

  /** Values of a column, one row group after the other: as they are stored, nested ones as they are shown. */
  async *values(index: number): AsyncGenerator<ArrayLike<unknown>, void, undefined> {
    const shape = this.#shapes[index];
    for (const group of this.#metadata.row_groups) {
      const raw = await this.#stored(index, group);
      yield shape === undefined || shape.kind === 'leaf' ? raw : Array.from(raw, (one) => fromStored(shape, one));
    }
  }

  /** Rows by their numbers, which ascend; only row groups that hold some of them are read. */
  async *pick(numbers: Uint32Array): Rows {
    let [start, from] = [0, 0];
    for (const group of this.#metadata.row_groups) {
      const end = start + Number(group.num_rows);
      let to = from;
      while (to < numbers.length && (numbers[to] ?? 0) < end) to += 1;
      const some = Array.from(numbers.subarray(from, to), (number) => number - start);
      if (some.length > 0) {
        const columns: Cell[][] = [];
        for (const [index, shape] of this.#shapes.entries()) {
          const raw = await this.#stored(index, group);
          columns.push(some.map((row) => fromStored(shape, raw[row])));
        }
        yield some.map((_, row) => columns.map((column) => column[row] ?? null));
      }
      [start, from] = [end, to];
    }
  }

  async #stored(index: number, group: RowGroup): Promise<ArrayLike<unknown>> {
    const parts: ArrayLike<unknown>[] = [];
    await parquetRead({
      file: this.#buffer,
      metadata: { ...this.#metadata, row_groups: [group] },
      columns: [fieldNameAt(index)],
      utf8: false,
      geoparquet: false,
      parsers,
      onChunk: ({ columnData }) => parts.push(columnData),
    });
    const [first = [], ...more] = parts;
    return more.length === 0 ? first : parts.flatMap((part) => Array.from(part));
  }

  /** Column by column, each read from the disk when its turn comes, so that others have theirs. */
  async #read(from: number, to: number): Promise<readonly (readonly Cell[])[]> {
    const columns: Cell[][] = [];
    for (const [i, shape] of this.#shapes.entries()) columns.push(await this.#column(i, shape, from, to));
    return Array.from({ length: to - from }, (_, row) => columns.map((column) => column[row] ?? null));
  }

  async #column(index: number, shape: Shape, rowStart: number, rowEnd: number): Promise<Cell[]> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>();
    parquetRead({
      file: this.#buffer,
      metadata: this.#metadata,
      columns: [fieldNameAt(index)],
      rowStart,
      rowEnd,
      utf8: false,
      geoparquet: false,
      useOffsetIndex: true,
      parsers,
      onComplete: resolve,
    }).catch(reject);
    return (await promise).map(([value]) => fromStored(shape, value));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

const bufferOf = (file: FileHandle, byteLength: number): AsyncBuffer => ({
  byteLength,
  async slice(start, end = byteLength) {
    const bytes = new Uint8Array(end - start);
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
      if (bytesRead === 0) throw new Error('the file of a table ends before its rows');
      at += bytesRead;
    }
    return bytes.buffer;
  },
});
