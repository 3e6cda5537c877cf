import { decodeBatch } from './arrow.ts';
import { Catalog } from './catalog.ts';
import { SparkConnectClient, type ExecuteOptions } from './client.ts';
import type { ColumnLike } from './column.ts';
import { DataFrame } from './dataframe.ts';
import { SparkError } from './errors.ts';
import {
  encodeEvents,
  resultEvents,
  sideEvents,
  type EncodedEvent,
  type ExecutionEvent,
  type RunOptions,
} from './events.ts';
import { inferSchema, rowsInOrder, type InputRows } from './infer.ts';
import {
  checkpoint,
  createView,
  mlCommand,
  planOf,
  removeCheckpoint,
  sqlCommand,
  type CheckpointOptions,
} from './plan/commands.ts';
import { range, sqlText, tableFunction, withInputs, type SqlArguments } from './plan/sources.ts';
import type {
  AnalyzePlanRequest_Explain_ExplainMode,
  ExecutePlanResponse,
  MlCommand,
  MlCommandResult,
  Plan,
  Relation,
  StorageLevel,
} from './proto.ts';
import { typeFromProto } from './proto-types.ts';
import { DataFrameReader } from './reader.ts';
import { relation, type Composed } from './relation.ts';
import type { CollectedTable } from './rows.ts';
import { sendableArrow, sendableRows } from './sendable.ts';
import { parseSchema, type StructType } from './types.ts';
import { parseRemote } from './url.ts';
import type { ConnectionSettings } from './wire.ts';

/**
 * A session on an engine that speaks Spark Connect.
 *
 * ```ts
 * const spark = await SparkSession.connect('sc://127.0.0.1:15002');
 * console.log(await spark.sql('select 1 as one').collect());
 * await spark.stop();
 * ```
 */
export class SparkSession implements AsyncDisposable {
  readonly client: SparkConnectClient;
  #tags: readonly string[] = [];
  readonly #localTables = new WeakMap<Relation, () => CollectedTable>();

  constructor(client: SparkConnectClient) {
    this.client = client;
  }

  /**
   * Opens a session at an address (`sc://host:port/;token=…`) and sets its configuration. Without configuration
   * nothing is sent before the first request.
   */
  static async connect(
    url: string,
    config: Readonly<Record<string, string>> = {},
    settings: ConnectionSettings = {},
  ): Promise<SparkSession> {
    const session = new SparkSession(new SparkConnectClient(parseRemote(url), settings));
    if (Object.keys(config).length > 0)
      await session.setConfig(config).catch((error: unknown) => {
        session.client.close();
        throw error;
      });
    return session;
  }

  get sessionId(): string {
    return this.client.remote.sessionId;
  }

  /** A session of its own that begins with this one's settings, views and caches (Spark only). */
  async clone(): Promise<SparkSession> {
    return new SparkSession(await this.client.clone());
  }

  // configuration

  async setConfig(config: Readonly<Record<string, string>>): Promise<void> {
    const pairs = Object.entries(config).map(([key, value]) => ({ key, value }));
    await this.client.config({ opType: { case: 'set', value: { pairs } } });
  }
  async getConfig(key: string): Promise<string | undefined> {
    const values = await this.client.config({ opType: { case: 'getOption', value: { keys: [key] } } });
    return values.get(key);
  }
  /** All settings that have a value, by name. */
  async allConfig(): Promise<ReadonlyMap<string, string>> {
    const values = await this.client.config({ opType: { case: 'getAll', value: {} } });
    return new Map([...values].flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
  }
  async unsetConfig(...keys: string[]): Promise<void> {
    await this.client.config({ opType: { case: 'unset', value: { keys } } });
  }
  /** Tags that every later operation of this session carries; `interrupt({ tag })` reaches them. */
  addTag(tag: string): void {
    this.#tags = validTags([...this.#tags, tag]);
  }
  removeTag(tag: string): void {
    this.#tags = this.#tags.filter((t) => t !== tag);
  }
  clearTags(): void {
    this.#tags = [];
  }
  get tags(): readonly string[] {
    return this.#tags;
  }

  // DataFrames

  get read(): DataFrameReader {
    return new DataFrameReader(this);
  }
  get catalog(): Catalog {
    return new Catalog(this);
  }
  /** A table of the catalogue or a temporary view. */
  table(name: string): DataFrame {
    return this.read.table(name);
  }
  /** The whole numbers from `start` to before `end`, in column `id`. */
  range(start: number | bigint, end?: number | bigint, step: number | bigint = 1, partitions?: number): DataFrame {
    return new DataFrame(this, range(start, end, step, partitions));
  }
  /** The rows that a table-valued function gives (`explode`, `json_tuple`, `stack`, …); plain values are constants. */
  tableFunction(name: string, ...args: ColumnLike[]): DataFrame {
    return new DataFrame(this, tableFunction(name, args));
  }
  /**
   * A query in SQL, composed lazily. `inputs` are DataFrames that the text may use as tables; `args` are values for
   * `:name` or `?` markers. Only queries: for statements with effects use {@link execute}.
   */
  sql(text: string, options: { inputs?: Readonly<Record<string, DataFrame>>; args?: SqlArguments } = {}): DataFrame {
    const inputs = Object.entries(options.inputs ?? {}).map(([alias, df]) => [alias, df.relation] as const);
    return new DataFrame(this, withInputs(sqlText(text, options.args), inputs));
  }
  /** Runs a SQL statement at once (DDL and the like) and gives its rows as a DataFrame. */
  async execute(text: string, args?: SqlArguments, options: RunOptions = {}): Promise<DataFrame> {
    const query = sqlText(text, args);
    const [answer] = await this.#answers(sqlCommand(query), 'sqlCommandResult', options);
    const result = answer?.responseType.case === 'sqlCommandResult' ? answer.responseType.value.relation : undefined;
    return new DataFrame(this, result ?? query);
  }
  /**
   * A DataFrame of rows held here. Rows are arrays in column order or objects; the schema is a type, DDL text, or
   * inferred from the values. Throws a `RangeError` that names the row and column of a value that does not fit. Rows
   * of more than 8 MB are uploaded once, if the engine keeps artifacts; Sail takes up to 128 MB a plan.
   */
  createDataFrame(rows: InputRows, schema?: StructType | string): DataFrame {
    const type = typeof schema === 'string' ? parseSchema(schema) : (schema ?? inferSchema(rows));
    // no Arrow stream tells the number of rows without a column
    if (type.fields.length === 0) return this.range(rows.length).select();
    const sendable = sendableRows(rowsInOrder(rows, type), type);
    const localRows = this.client.local.add(sendable);
    const [only, ...more] = sendable.pieces;
    if (only !== undefined && more.length === 0)
      this.#localTables.set(localRows, () => {
        const batch = decodeBatch(only, sendable.type, rows.length);
        return { schema: sendable.type, rows: batch.rows() };
      });
    return new DataFrame(this, localRows);
  }
  /** The rows of a relation of few rows that this process holds, as the engine would give them back. */
  localTable(of: Relation): CollectedTable | undefined {
    return this.#localTables.get(of)?.();
  }
  /**
   * A DataFrame of an Arrow IPC stream, whose columns are of the types of `schema` where Arrow does not tell those (vectors
   * of Spark ML). Throws a `TypeError` that names a column of a type that Spark does not have.
   */
  createDataFrameFromArrow(data: Uint8Array, schema?: StructType): DataFrame {
    return new DataFrame(this, this.client.local.add(sendableArrow(data, schema)));
  }

  // running

  /** Runs a relation and tells what happens: first the schema, then batches, progress and observed metrics. */
  async *run(root: Relation, options: ExecuteOptions = {}): AsyncGenerator<ExecutionEvent, void, undefined> {
    yield* resultEvents(this.#execute(root, options));
  }
  /** The same with undecoded batches, for callers that decode them elsewhere (`decodeBatch`). */
  async *runEncoded(root: Relation, options: ExecuteOptions = {}): AsyncGenerator<EncodedEvent, void, undefined> {
    yield* encodeEvents(this.#execute(root, options));
  }
  #execute(root: Relation, options: ExecuteOptions): AsyncGenerator<ExecutePlanResponse, void, undefined> {
    return this.client.execute(planOf(root), this.#withTags(options));
  }
  /** Runs a plan for its effect. */
  async command(plan: Plan, options: RunOptions = {}): Promise<void> {
    await this.#answers(plan, undefined, options);
  }
  /** Has the engine do something with an operator of Spark ML; used by `ml`. */
  async mlCommand(command: MlCommand['command'], options: RunOptions = {}): Promise<MlCommandResult['resultType']> {
    const [answer] = await this.#answers(mlCommand(command), 'mlCommandResult', options);
    const { responseType } = answer ?? {};
    return responseType?.case === 'mlCommandResult' ? responseType.value.resultType : { case: undefined };
  }
  /** Runs a plan to its end and gives the answers of one kind. */
  async #answers(
    plan: Plan,
    kind: ExecutePlanResponse['responseType']['case'],
    options: RunOptions,
  ): Promise<ExecutePlanResponse[]> {
    const responses: ExecutePlanResponse[] = [];
    for await (const response of this.client.execute(plan, this.#withTags(options))) {
      if (response.responseType.case === kind) responses.push(response);
      for (const event of sideEvents(response)) options.onEvent?.(event);
    }
    return responses;
  }
  #withTags(options: ExecuteOptions): ExecuteOptions {
    return { ...options, tags: validTags([...this.#tags, ...(options.tags ?? [])]) };
  }

  /** Interrupts running operations: all of this session, those with a tag, or one. Gives the ids it reached. */
  async interrupt(target: 'all' | { tag: string } | { operationId: string } = 'all'): Promise<readonly string[]> {
    return this.client.interrupt(target);
  }

  // analysis and engine state, used by DataFrame

  async schemaOf(df: Composed): Promise<StructType> {
    const result = await this.client.analyze({ case: 'schema', value: { plan: planOf(df.relation) } });
    const type = result.case === 'schema' ? typeFromProto(result.value.schema) : undefined;
    if (type?.kind !== 'struct') throw new SparkError('the engine gave no schema');
    return type;
  }
  async explain(df: Composed, explainMode: AnalyzePlanRequest_Explain_ExplainMode): Promise<string> {
    const result = await this.client.analyze({ case: 'explain', value: { plan: planOf(df.relation), explainMode } });
    if (result.case !== 'explain') throw new SparkError('the engine gave no plan');
    return result.value.explainString;
  }
  /** The engine's Spark version (Sail asks an installed PySpark for it, and fails without). */
  async version(): Promise<string> {
    const result = await this.client.analyze({ case: 'sparkVersion', value: {} });
    if (result.case !== 'sparkVersion') throw new SparkError('the engine gave no version');
    return result.value.version;
  }
  async persist(df: Composed, level: StorageLevel): Promise<void> {
    await this.client.analyze({ case: 'persist', value: { relation: df.relation, storageLevel: level } });
  }
  async unpersist(df: Composed, blocking: boolean): Promise<void> {
    await this.client.analyze({ case: 'unpersist', value: { relation: df.relation, blocking } });
  }
  async createView(df: Composed, name: string, options: { replace: boolean; global: boolean }): Promise<void> {
    await this.command(createView(df.relation, name, options));
  }
  async checkpoint(df: Composed, options: CheckpointOptions & RunOptions): Promise<DataFrame> {
    const plan = checkpoint(df.relation, options);
    for (const { responseType } of await this.#answers(plan, 'checkpointCommandResult', options))
      if (responseType.case === 'checkpointCommandResult' && responseType.value.relation !== undefined)
        return new DataFrame(this, relation({ case: 'cachedRemoteRelation', value: responseType.value.relation }));
    throw new SparkError('the engine gave no checkpoint');
  }

  /**
   * Tells the engine that the rows of a checkpoint are no longer needed. Nothing happens for a DataFrame that is none.
   * Plans over it must not be run afterwards: they may fail or still find the rows.
   */
  async release(df: Composed): Promise<void> {
    const plan = removeCheckpoint(df.relation);
    if (plan !== undefined) await this.command(plan);
  }

  /** Ends the session on the engine and closes the connection. An engine that is gone already is no error. */
  async stop(): Promise<void> {
    try {
      await this.client.releaseSession();
    } catch {
      // the process may be gone, and the session with it
    } finally {
      this.client.close();
    }
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** Each tag once. Throws a `TypeError` for one that Spark would refuse. */
function validTags(tags: readonly string[]): readonly string[] {
  const wrong = tags.find((tag) => tag === '' || tag.includes(','));
  if (wrong !== undefined) throw new TypeError(`"${wrong}" cannot be a tag: it is empty or has a comma`);
  return [...new Set(tags)];
}
