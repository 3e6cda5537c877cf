import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { StructType } from '@millrace/spark-connect';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { elementsOf, leafPaths } from './file-schema.ts';
import { holdsFloats, schemaKey, shapesOf, type TableValue, type Shape } from './shape.ts';
import { fieldNameAt, toStored } from './stored-values.ts';

/** What a row group holds at most: a page is read from few of them, and each is made in memory. */
const [rowsPerGroup, bytesPerGroup] = [4_096, 4 << 20];

/** Rows after which others have their turn: this process does more than write tables. */
const rowsInOneGo = 512;

/** What is written but not in the file yet. */
type FlushingWriter = ByteWriter & { flush(): Promise<void> };

/** Writes rows into a new Parquet file, row group by row group, in their order. */
export class TableWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #schema: StructType;
  readonly #shapes: readonly Shape[];
  readonly #bytes: FlushingWriter;
  readonly #parquet: ParquetWriter;
  #columns: unknown[][];
  #weight = 0;
  #waiting = 0;
  #rows = 0;

  private constructor(path: string, file: FileHandle, schema: StructType) {
    this.#path = path;
    this.#file = file;
    this.#schema = schema;
    this.#shapes = shapesOf(schema);
    this.#columns = this.#shapes.map(() => []);
    const bytes = new ByteWriter(1 << 16);
    this.#bytes = Object.assign(bytes, {
      flush: async (): Promise<void> => {
        const chunk = new Uint8Array(bytes.buffer, 0, bytes.index);
        bytes.index = 0;
        await file.writeFile(chunk);
      },
    });
    this.#parquet = new ParquetWriter({
      writer: this.#bytes,
      schema: elementsOf(schema, this.#shapes, 'written'),
      statistics: false,
      kvMetadata: [{ key: schemaKey, value: JSON.stringify(schema) }],
      createdBy: 'millrace',
    });
  }

  /** Makes the file, for its owner alone; the schema must have a column. */
  static async create(path: string, schema: StructType): Promise<TableWriter> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return new TableWriter(path, await open(path, 'wx', 0o600), schema);
  }

  /** Rows that were added. */
  get rows(): number {
    return this.#rows;
  }

  /** Bytes that the file has, without what waits for its row group. */
  get bytes(): number {
    return this.#bytes.offset;
  }

  /** Adds a row. */
  async add(row: readonly TableValue[]): Promise<void> {
    for (const [i, shape] of this.#shapes.entries()) this.#columns[i]?.push(toStored(shape, row[i], this.#weigh));
    this.#rows += 1;
    this.#waiting += 1;
    if (this.#waiting >= rowsPerGroup || this.#weight >= bytesPerGroup) await this.#writeGroup();
    else if (this.#waiting % rowsInOneGo === 0) await turn();
  }

  readonly #weigh = (bytes: number): void => {
    this.#weight += bytes;
  };

  async #writeGroup(): Promise<void> {
    if (this.#waiting === 0) return;
    const columnData = this.#columns.map((data, i) => {
      const shape = this.#shapes[i];
      const floats = shape !== undefined && holdsFloats(shape);
      return { name: fieldNameAt(i), data, ...(floats ? { encoding: 'PLAIN' as const } : {}) };
    });
    this.#columns = this.#shapes.map(() => []);
    [this.#weight, this.#waiting] = [0, 0];
    await this.#parquet.write({ columnData, rowGroupSize: rowsPerGroup });
  }

  /** Completes the file, and gives its bytes once they are on the disk. */
  async finish(): Promise<number> {
    await this.#writeGroup();
    const elements = elementsOf(this.#schema, this.#shapes, 'told');
    const paths = leafPaths(elements);
    this.#parquet.schema = elements;
    for (const { columns } of this.#parquet.row_groups)
      for (const [i, { meta_data }] of columns.entries())
        if (meta_data !== undefined) meta_data.path_in_schema = paths[i] ?? [];
    await this.#parquet.finish();
    await this.#bytes.flush();
    await this.#file.datasync();
    await this.#file.close();
    return this.#bytes.offset;
  }

  /** Removes the file. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#path, { force: true });
  }
}
