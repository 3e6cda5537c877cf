import { namedColumn, type Column, type ColumnOrName } from './column.ts';
import { planOfCommand, type ExecuteOptions } from './client.ts';
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

  async save(path: string, options?: ExecuteOptions): Promise<void> {
    await this.#write({ case: 'path', value: path }, options);
  }
  async saveAsTable(name: string, options?: ExecuteOptions): Promise<void> {
    await this.#toTable(name, WriteOperation_SaveTable_TableSaveMethod.SAVE_AS_TABLE, options);
  }
  async insertInto(name: string, options?: ExecuteOptions): Promise<void> {
    await this.#toTable(name, WriteOperation_SaveTable_TableSaveMethod.INSERT_INTO, options);
  }
  async #toTable(
    tableName: string,
    saveMethod: WriteOperation_SaveTable_TableSaveMethod,
    options?: ExecuteOptions,
  ): Promise<void> {
    const value = { $typeName: 'spark.connect.WriteOperation.SaveTable' as const, tableName, saveMethod };
    await this.#write({ case: 'table', value }, options);
  }
  async #write(
    saveType:
      | { case: 'path'; value: string }
      | {
          case: 'table';
          value: {
            $typeName: 'spark.connect.WriteOperation.SaveTable';
            tableName: string;
            saveMethod: WriteOperation_SaveTable_TableSaveMethod;
          };
        },
    options?: ExecuteOptions,
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

/** Writes to a catalogue table (data source V2): `df.writeTo('db.t').using('parquet').create()`. Immutable. */
export class DataFrameWriterV2 {
  readonly #input: DataFrame;
  readonly #table: string;
  readonly #provider: string | undefined;
  readonly #options: Readonly<Record<string, string>>;
  readonly #properties: Readonly<Record<string, string>>;
  readonly #partition: readonly Column[];

  constructor(
    input: DataFrame,
    table: string,
    provider?: string,
    options: Readonly<Record<string, string>> = {},
    properties: Readonly<Record<string, string>> = {},
    partition: readonly Column[] = [],
  ) {
    this.#input = input;
    this.#table = table;
    this.#provider = provider;
    this.#options = options;
    this.#properties = properties;
    this.#partition = partition;
  }

  using(provider: string): DataFrameWriterV2 {
    return new DataFrameWriterV2(this.#input, this.#table, provider, this.#options, this.#properties, this.#partition);
  }
  option(name: string, value: OptionValue): DataFrameWriterV2 {
    const options = { ...this.#options, [name]: String(value) };
    return new DataFrameWriterV2(this.#input, this.#table, this.#provider, options, this.#properties, this.#partition);
  }
  tableProperty(name: string, value: string): DataFrameWriterV2 {
    const properties = { ...this.#properties, [name]: value };
    return new DataFrameWriterV2(this.#input, this.#table, this.#provider, this.#options, properties, this.#partition);
  }
  partitionedBy(...columns: ColumnOrName[]): DataFrameWriterV2 {
    const partition = columns.map(namedColumn);
    return new DataFrameWriterV2(this.#input, this.#table, this.#provider, this.#options, this.#properties, partition);
  }

  async create(): Promise<void> {
    await this.#run(WriteOperationV2_Mode.CREATE);
  }
  async replace(): Promise<void> {
    await this.#run(WriteOperationV2_Mode.REPLACE);
  }
  async createOrReplace(): Promise<void> {
    await this.#run(WriteOperationV2_Mode.CREATE_OR_REPLACE);
  }
  async append(): Promise<void> {
    await this.#run(WriteOperationV2_Mode.APPEND);
  }
  async overwrite(condition: Column): Promise<void> {
    await this.#run(WriteOperationV2_Mode.OVERWRITE, condition);
  }
  async overwritePartitions(): Promise<void> {
    await this.#run(WriteOperationV2_Mode.OVERWRITE_PARTITIONS);
  }
  async #run(mode: WriteOperationV2_Mode, condition?: Column): Promise<void> {
    const value = create(WriteOperationV2Schema, {
      input: this.#input.relation,
      tableName: this.#table,
      provider: this.#provider,
      mode,
      options: { ...this.#options },
      tableProperties: { ...this.#properties },
      partitioningColumns: this.#partition.map((c) => c.expression),
      overwriteCondition: condition?.expression,
    });
    await this.#input.session.command(planOfCommand({ case: 'writeOperationV2', value }));
  }
}
