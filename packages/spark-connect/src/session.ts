import { create } from '@bufbuild/protobuf';
import { decodeBatch, encodeRows, schemaOfArrow, type RecordBatch } from './arrow.ts';
import { planOfCommand, SparkConnectClient, type ExecuteOptions } from './client.ts';
import { DataFrame } from './dataframe.ts';
import { parseSchema } from './ddl.ts';
import { SparkError } from './errors.ts';
import { inferType, literal } from './literal.ts';
import {
  CheckpointCommandSchema,
  CreateDataFrameViewCommandSchema,
  PlanSchema,
  SqlCommandSchema,
  type AnalyzePlanRequest_Explain_ExplainMode,
  type Expression_Literal,
  type Plan,
  type Relation,
  type StorageLevel,
} from './proto.ts';
import { DataFrameReader } from './reader.ts';
import { relation } from './relation.ts';
import { storageLevel, type StorageLevelName } from './storage.ts';
import { schemaToDdl, typeFromProto, types, type DataType, type StructType } from './types.ts';
import { parseRemote } from './url.ts';
import type { InputValue, Value } from './values.ts';

/** Tasks done so far, as Spark reports them; Sail reports none. */
export interface Progress {
  readonly tasks: number;
  readonly tasksDone: number;
  readonly bytesRead: number;
}

export type ExecutionEvent =
  | { readonly kind: 'schema'; readonly schema: StructType }
  | { readonly kind: 'batch'; readonly batch: RecordBatch }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'observed'; readonly name: string; readonly values: Readonly<Record<string, Value>> };

export type SqlArguments = Readonly<Record<string, InputValue>> | readonly InputValue[];

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

  constructor(client: SparkConnectClient) {
    this.client = client;
  }

  /** Opens a session at an address (`sc://host:port/;token=…`) and sets its configuration. */
  static async connect(url: string, config: Readonly<Record<string, string>> = {}): Promise<SparkSession> {
    const session = new SparkSession(new SparkConnectClient(parseRemote(url)));
    if (Object.keys(config).length > 0) await session.setConfig(config);
    return session;
  }

  get sessionId(): string {
    return this.client.remote.sessionId;
  }

  // configuration

  async setConfig(config: Readonly<Record<string, string>>): Promise<void> {
    const pairs = Object.entries(config).map(([key, value]) => ({ key, value }));
    await this.client.config({ opType: { case: 'set', value: { pairs } } });
  }
  async getConfig(key: string): Promise<string | undefined> {
    const found = await this.client.config({ opType: { case: 'getOption', value: { keys: [key] } } });
    return found.get(key);
  }
  async unsetConfig(...keys: string[]): Promise<void> {
    await this.client.config({ opType: { case: 'unset', value: { keys } } });
  }
  /** Tags that every later operation of this session carries; `interrupt({ tag })` reaches them. */
  addTag(tag: string): void {
    if (tag === '' || tag.includes(',')) throw new TypeError(`"${tag}" cannot be a tag: it is empty or has a comma`);
    this.#tags = [...new Set([...this.#tags, tag])];
  }
  removeTag(tag: string): void {
    this.#tags = this.#tags.filter((t) => t !== tag);
  }
  get tags(): readonly string[] {
    return this.#tags;
  }

  // DataFrames

  get read(): DataFrameReader {
    return new DataFrameReader(this);
  }
  /** A table of the catalogue or a temporary view. */
  table(name: string): DataFrame {
    return this.read.table(name);
  }
  /** The whole numbers from `start` to before `end`, in column `id`. */
  range(start: number | bigint, end?: number | bigint, step: number | bigint = 1, partitions?: number): DataFrame {
    const [from, to] = end === undefined ? [0, start] : [start, end];
    return new DataFrame(
      this,
      relation({
        case: 'range',
        value: { start: BigInt(from), end: BigInt(to), step: BigInt(step), numPartitions: partitions },
      }),
    );
  }
  /**
   * A query in SQL, composed lazily. `inputs` are DataFrames that the text may use as tables; `args` are values for
   * `:name` or `?` markers. Only queries: for statements with effects use {@link execute}.
   */
  sql(text: string, options: { inputs?: Readonly<Record<string, DataFrame>>; args?: SqlArguments } = {}): DataFrame {
    const query = relation({ case: 'sql', value: { query: text, ...sqlArguments(options.args) } });
    const inputs = Object.entries(options.inputs ?? {});
    if (inputs.length === 0) return new DataFrame(this, query);
    const references = inputs.map(([alias, df]) =>
      relation({ case: 'subqueryAlias', value: { input: df.relation, alias } }),
    );
    return new DataFrame(this, relation({ case: 'withRelations', value: { root: query, references } }));
  }
  /** Runs a SQL statement at once (DDL and the like) and gives its rows as a DataFrame. */
  async execute(text: string, args?: SqlArguments): Promise<DataFrame> {
    const query = relation({ case: 'sql', value: { query: text, ...sqlArguments(args) } });
    const value = create(SqlCommandSchema, { input: query });
    let result: Relation | undefined;
    for await (const r of this.client.execute(planOfCommand({ case: 'sqlCommand', value }), { tags: this.#tags }))
      if (r.responseType.case === 'sqlCommandResult') result = r.responseType.value.relation;
    return new DataFrame(this, result ?? query);
  }
  /**
   * A DataFrame of rows held here. Rows are arrays in column order or objects; the schema is a type, DDL text, or
   * inferred from the first value of each column. Throws a `RangeError` that names the row and column of a value that
   * does not fit.
   */
  createDataFrame(
    rows: readonly (readonly InputValue[])[] | readonly Readonly<Record<string, InputValue>>[],
    schema?: StructType | string,
  ): DataFrame {
    const type = typeof schema === 'string' ? parseSchema(schema) : (schema ?? inferSchema(rows));
    const arrays = rows.map((row) =>
      Array.isArray(row)
        ? (row as readonly InputValue[])
        : type.fields.map((f) => (row as Readonly<Record<string, InputValue>>)[f.name]),
    );
    const data = type.fields.length === 0 ? undefined : encodeRows(arrays, type);
    return new DataFrame(this, relation({ case: 'localRelation', value: { data, schema: schemaToDdl(type) } }));
  }
  /** A DataFrame of an Arrow IPC stream. */
  createDataFrameFromArrow(data: Uint8Array): DataFrame {
    const schema = schemaToDdl(schemaOfArrow(data));
    return new DataFrame(this, relation({ case: 'localRelation', value: { data, schema } }));
  }

  // running

  /** Runs a relation and tells what happens: first the schema, then batches, progress and observed metrics. */
  async *run(root: Relation, options: ExecuteOptions = {}): AsyncGenerator<ExecutionEvent, void, undefined> {
    const plan = create(PlanSchema, { opType: { case: 'root', value: root } });
    let schema: StructType | undefined;
    for await (const response of this.client.execute(plan, this.#tagged(options))) {
      if (response.schema !== undefined && schema === undefined) {
        const type = typeFromProto(response.schema);
        schema = type.kind === 'struct' ? type : types.struct([types.field('value', type)]);
        yield { kind: 'schema', schema };
      }
      for (const { name, keys, values } of response.observedMetrics)
        yield {
          kind: 'observed',
          name,
          values: Object.fromEntries(keys.map((key, i) => [key, literalValue(values[i])])),
        };
      const { responseType } = response;
      if (responseType.case === 'arrowBatch') {
        if (schema === undefined) {
          schema = schemaOfArrow(responseType.value.data);
          yield { kind: 'schema', schema };
        }
        const batch = decodeBatch(responseType.value.data, schema);
        if (BigInt(batch.rowCount) !== responseType.value.rowCount)
          throw new SparkError(
            `a batch of the result has ${batch.rowCount} rows where the engine announced ${responseType.value.rowCount}`,
          );
        yield { kind: 'batch', batch };
      }
      if (responseType.case === 'executionProgress') yield { kind: 'progress', progress: sumOf(responseType.value.stages) };
    }
  }
  /** Runs a plan for its effect. */
  async command(plan: Plan, options: ExecuteOptions = {}): Promise<void> {
    for await (const _ of this.client.execute(plan, this.#tagged(options)));
  }
  #tagged(options: ExecuteOptions): ExecuteOptions {
    return { ...options, tags: [...this.#tags, ...(options.tags ?? [])] };
  }

  /** Interrupts running operations: all of this session, those with a tag, or one. Gives the ids it reached. */
  async interrupt(what: 'all' | { tag: string } | { operationId: string } = 'all'): Promise<readonly string[]> {
    return this.client.interrupt(what);
  }

  // analysis and engine state, used by DataFrame

  async schemaOf(df: DataFrame): Promise<StructType> {
    const result = await this.client.analyze({ case: 'schema', value: { plan: planOf(df) } });
    const type = result.case === 'schema' ? typeFromProto(result.value.schema) : undefined;
    if (type?.kind !== 'struct') throw new SparkError('the engine gave no schema');
    return type;
  }
  async explain(df: DataFrame, explainMode: AnalyzePlanRequest_Explain_ExplainMode): Promise<string> {
    const result = await this.client.analyze({ case: 'explain', value: { plan: planOf(df), explainMode } });
    if (result.case !== 'explain') throw new SparkError('the engine gave no plan');
    return result.value.explainString;
  }
  /** The engine's Spark version (Sail names the one that it follows). */
  async version(): Promise<string> {
    const result = await this.client.analyze({ case: 'sparkVersion', value: {} });
    return result.case === 'sparkVersion' ? result.value.version : '';
  }
  async persist(df: DataFrame, level: StorageLevel): Promise<void> {
    await this.client.analyze({ case: 'persist', value: { relation: df.relation, storageLevel: level } });
  }
  async unpersist(df: DataFrame, blocking: boolean): Promise<void> {
    await this.client.analyze({ case: 'unpersist', value: { relation: df.relation, blocking } });
  }
  async createView(df: DataFrame, name: string, options: { replace: boolean; global: boolean }): Promise<void> {
    const value = create(CreateDataFrameViewCommandSchema, {
      input: df.relation,
      name,
      isGlobal: options.global,
      replace: options.replace,
    });
    await this.command(planOfCommand({ case: 'createDataframeView', value }));
  }
  async checkpoint(
    df: DataFrame,
    options: { eager?: boolean; local?: boolean; storageLevel?: StorageLevelName } & ExecuteOptions,
  ): Promise<DataFrame> {
    const value = create(CheckpointCommandSchema, {
      relation: df.relation,
      eager: options.eager ?? true,
      local: options.local ?? true,
      storageLevel: options.storageLevel && storageLevel(options.storageLevel),
    });
    for await (const r of this.client.execute(planOfCommand({ case: 'checkpointCommand', value }), this.#tagged(options)))
      if (r.responseType.case === 'checkpointCommandResult' && r.responseType.value.relation !== undefined)
        return new DataFrame(
          this,
          relation({ case: 'cachedRemoteRelation', value: r.responseType.value.relation }),
        );
    throw new SparkError('the engine gave no checkpoint');
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

const planOf = (df: DataFrame): Plan => create(PlanSchema, { opType: { case: 'root', value: df.relation } });

const sqlArguments = (args: SqlArguments | undefined) => {
  const expression = (value: InputValue) => ({ exprType: { case: 'literal' as const, value: literal(value) } });
  if (args === undefined) return {};
  if (Array.isArray(args)) return { posArguments: (args as readonly InputValue[]).map(expression) };
  return { namedArguments: Object.fromEntries(Object.entries(args).map(([k, v]) => [k, expression(v)])) };
};

const sumOf = (
  stages: readonly { numTasks: bigint; numCompletedTasks: bigint; inputBytesRead: bigint }[],
): Progress => ({
  tasks: stages.reduce((sum, s) => sum + Number(s.numTasks), 0),
  tasksDone: stages.reduce((sum, s) => sum + Number(s.numCompletedTasks), 0),
  bytesRead: stages.reduce((sum, s) => sum + Number(s.inputBytesRead), 0),
});

function inferSchema(
  rows: readonly (readonly InputValue[])[] | readonly Readonly<Record<string, InputValue>>[],
): StructType {
  const records = rows.map((row) => (Array.isArray(row) ? Object.fromEntries(row.map((v, i) => [`_${i + 1}`, v])) : row)) as Record<string, InputValue>[];
  const names = [...new Set(records.flatMap((r) => Object.keys(r)))];
  return types.struct(names.map((name) => types.field(name, widest(records.map((r) => r[name])))));
}

/** The type that holds all values of a column: whole numbers give way to wider ones and to double. */
function widest(values: readonly InputValue[]): DataType {
  const order = ['void', 'integer', 'long', 'double'];
  return values
    .map((v) => inferType(v))
    .reduce<DataType>((a, b) => (order.indexOf(b.kind) > order.indexOf(a.kind) || a.kind === 'void' ? b : a), types.void);
}

function literalValue(value: Expression_Literal | undefined): Value {
  const { literalType } = value ?? {};
  switch (literalType?.case) {
    case 'boolean':
    case 'byte':
    case 'short':
    case 'integer':
    case 'long':
    case 'float':
    case 'double':
    case 'string':
      return literalType.value;
    case 'decimal':
      return literalType.value.value;
    case 'struct':
    case 'array':
      return literalType.value.elements.map(literalValue);
    default:
      return null;
  }
}
