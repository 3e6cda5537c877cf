import { namedColumn, type Column, type ColumnOrName } from './column.ts';
import { planOfCommand } from './client.ts';
import type { DataFrame } from './dataframe.ts';
import {
  WriteOperation_SaveMode,
  WriteOperation_SaveTable_TableSaveMethod,
  WriteOperationSchema,
  WriteOperationV2_Mode,
  WriteOperationV2Schema,
} from './proto.ts';
import { create } from '@bufbuild/protobuf';
import type { OptionValue } from './reader.ts';
import type { RunOptions } from './events.ts';

const saveModes = {
  append: WriteOperation_SaveMode.APPEND,
  overwrite: WriteOperation_SaveMode.OVERWRITE,
  error: WriteOperation_SaveMode.ERROR_IF_EXISTS,
  errorifexists: WriteOperation_SaveMode.ERROR_IF_EXISTS,
  ignore: WriteOperation_SaveMode.IGNORE,
} as const;

export type SaveMode = keyof typeof saveModes;

interface WriteState {
  readonly format?: string;
  readonly mode: SaveMode;
  readonly options: Readonly<Record<string, string>>;
  readonly partitionBy: readonly string[];
  readonly sortBy: readonly string[];
  readonly clusterBy: readonly string[];
  readonly bucketBy?: { readonly numBuckets: number; readonly columns: readonly string[] };
}

/** Saves a DataFrame as files or a table (data source V1). Immutable; nothing happens before `save` or `saveAsTable`. */
export class DataFrameWriter {
  readonly #input: DataFrame;
  readonly #state: WriteState;

  constructor(
    input: DataFrame,
    state: WriteState = { mode: 'error', options: {}, partitionBy: [], sortBy: [], clusterBy: [] },
  ) {
    this.#input = input;
    this.#state = state;
  }

  #and(change: Partial<WriteState>): DataFrameWriter {
    return new DataFrameWriter(this.#input, { ...this.#state, ...change });
  }
  format(format: string): DataFrameWriter {
    return this.#and({ format });
  }
  mode(mode: SaveMode): DataFrameWriter {
    return this.#and({ mode });
  }
  option(name: string, value: OptionValue): DataFrameWriter {
    return this.options({ [name]: value });
  }
  options(options: Readonly<Record<string, OptionValue>>): DataFrameWriter {
    const texts = Object.fromEntries(Object.entries(options).map(([k, v]) => [k, String(v)]));
    return this.#and({ options: { ...this.#state.options, ...texts } });
  }
  partitionBy(...columns: string[]): DataFrameWriter {
    return this.#and({ partitionBy: columns });
  }
  sortBy(...columns: string[]): DataFrameWriter {
    return this.#and({ sortBy: columns });
  }
  clusterBy(...columns: string[]): DataFrameWriter {
    return this.#and({ clusterBy: columns });
  }
  bucketBy(numBuckets: number, ...columns: string[]): DataFrameWriter {
    return this.#and({ bucketBy: { numBuckets, columns } });
  }

  /** Saves to a path; without one, for formats that need none (`noop`, `jdbc`). */
  async save(path?: string, options?: RunOptions): Promise<void> {
    await this.#write(path === undefined ? { case: undefined } : { case: 'path', value: path }, options);
  }
  async csv(path: string, options?: RunOptions): Promise<void> {
    await this.format('csv').save(path, options);
  }
  async json(path: string, options?: RunOptions): Promise<void> {
    await this.format('json').save(path, options);
  }
  async parquet(path: string, options?: RunOptions): Promise<void> {
    await this.format('parquet').save(path, options);
  }
  async orc(path: string, options?: RunOptions): Promise<void> {
    await this.format('orc').save(path, options);
  }
  async text(path: string, options?: RunOptions): Promise<void> {
    await this.format('text').save(path, options);
  }
  async saveAsTable(name: string, options?: RunOptions): Promise<void> {
    await this.#toTable(name, WriteOperation_SaveTable_TableSaveMethod.SAVE_AS_TABLE, options);
  }
  async insertInto(name: string, options?: RunOptions): Promise<void> {
    await this.#toTable(name, WriteOperation_SaveTable_TableSaveMethod.INSERT_INTO, options);
  }
  async #toTable(
    tableName: string,
    saveMethod: WriteOperation_SaveTable_TableSaveMethod,
    options?: RunOptions,
  ): Promise<void> {
    const value = { $typeName: 'spark.connect.WriteOperation.SaveTable' as const, tableName, saveMethod };
    await this.#write({ case: 'table', value }, options);
  }
  async #write(
    saveType:
      | { case: undefined }
      | { case: 'path'; value: string }
      | {
          case: 'table';
          value: {
            $typeName: 'spark.connect.WriteOperation.SaveTable';
            tableName: string;
            saveMethod: WriteOperation_SaveTable_TableSaveMethod;
          };
        },
    options?: RunOptions,
  ): Promise<void> {
    const { format, mode, bucketBy } = this.#state;
    const value = create(WriteOperationSchema, {
      input: this.#input.relation,
      source: format,
      saveType,
      mode: saveModes[mode],
      options: { ...this.#state.options },
      partitioningColumns: [...this.#state.partitionBy],
      sortColumnNames: [...this.#state.sortBy],
      clusteringColumns: [...this.#state.clusterBy],
      bucketBy: bucketBy && { numBuckets: bucketBy.numBuckets, bucketColumnNames: [...bucketBy.columns] },
    });
    await this.#input.session.command(planOfCommand({ case: 'writeOperation', value }), options);
  }
}

interface TableState {
  readonly provider?: string;
  readonly options: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, string>>;
  readonly partition: readonly Column[];
  readonly clusterBy: readonly string[];
}

/** Writes to a catalogue table (data source V2): `df.writeTo('db.t').using('parquet').create()`. Immutable. */
export class DataFrameWriterV2 {
  readonly #input: DataFrame;
  readonly #table: string;
  readonly #state: TableState;

  constructor(
    input: DataFrame,
    table: string,
    state: TableState = { options: {}, properties: {}, partition: [], clusterBy: [] },
  ) {
    this.#input = input;
    this.#table = table;
    this.#state = state;
  }

  #and(change: Partial<TableState>): DataFrameWriterV2 {
    return new DataFrameWriterV2(this.#input, this.#table, { ...this.#state, ...change });
  }
  using(provider: string): DataFrameWriterV2 {
    return this.#and({ provider });
  }
  option(name: string, value: OptionValue): DataFrameWriterV2 {
    return this.options({ [name]: value });
  }
  options(options: Readonly<Record<string, OptionValue>>): DataFrameWriterV2 {
    const texts = Object.fromEntries(Object.entries(options).map(([k, v]) => [k, String(v)]));
    return this.#and({ options: { ...this.#state.options, ...texts } });
  }
  tableProperty(name: string, value: string): DataFrameWriterV2 {
    return this.#and({ properties: { ...this.#state.properties, [name]: value } });
  }
  partitionedBy(...columns: ColumnOrName[]): DataFrameWriterV2 {
    return this.#and({ partition: columns.map(namedColumn) });
  }
  clusterBy(...columns: string[]): DataFrameWriterV2 {
    return this.#and({ clusterBy: columns });
  }

  async create(options?: RunOptions): Promise<void> {
    await this.#run(WriteOperationV2_Mode.CREATE, options);
  }
  async replace(options?: RunOptions): Promise<void> {
    await this.#run(WriteOperationV2_Mode.REPLACE, options);
  }
  async createOrReplace(options?: RunOptions): Promise<void> {
    await this.#run(WriteOperationV2_Mode.CREATE_OR_REPLACE, options);
  }
  async append(options?: RunOptions): Promise<void> {
    await this.#run(WriteOperationV2_Mode.APPEND, options);
  }
  async overwrite(condition: Column, options?: RunOptions): Promise<void> {
    await this.#run(WriteOperationV2_Mode.OVERWRITE, options, condition);
  }
  async overwritePartitions(options?: RunOptions): Promise<void> {
    await this.#run(WriteOperationV2_Mode.OVERWRITE_PARTITIONS, options);
  }
  async #run(mode: WriteOperationV2_Mode, options?: RunOptions, condition?: Column): Promise<void> {
    const { provider, properties, partition, clusterBy } = this.#state;
    const value = create(WriteOperationV2Schema, {
      input: this.#input.relation,
      tableName: this.#table,
      provider,
      mode,
      options: { ...this.#state.options },
      tableProperties: { ...properties },
      partitioningColumns: partition.map((c) => c.expression),
      clusteringColumns: [...clusterBy],
      overwriteCondition: condition?.expression,
    });
    await this.#input.session.command(planOfCommand({ case: 'writeOperationV2', value }), options);
  }
}
