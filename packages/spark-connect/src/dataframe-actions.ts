import type { RecordBatch } from './arrow.ts';
import type { DataFrame } from './dataframe.ts';
import type { EncodedEvent, ExecutionEvent, RunOptions } from './events.ts';
import { project } from './plan/columns.ts';
import type { CheckpointOptions } from './plan/commands.ts';
import { explainModes, type ExplainMode } from './plan/explain.ts';
import { countRows, limit, showString } from './plan/rows.ts';
import type { Relation } from './proto.ts';
import { rowsOf, tableOf, type CollectedTable, type Row } from './rows.ts';
import type { SparkSession } from './session.ts';
import { storageLevel, type StorageLevelName } from './storage.ts';
import type { StructType } from './types.ts';

/** What has the engine compute, explain or hold a DataFrame: Spark's actions. How one is composed is in {@link DataFrame}. */
export abstract class DataFrameActions {
  readonly session: SparkSession;
  readonly relation: Relation;

  constructor(session: SparkSession, relation: Relation) {
    this.session = session;
    this.relation = relation;
  }

  /** The schema, worked out by the engine without running anything. */
  async schema(): Promise<StructType> {
    return this.session.schemaOf(this);
  }
  async columns(): Promise<string[]> {
    return (await this.schema()).fields.map((f) => f.name);
  }
  /** All rows as objects. Column names must be unique: otherwise use {@link table}. */
  async collect(options: RunOptions = {}): Promise<Row[]> {
    return rowsOf(this.events(options), options.onEvent);
  }
  /** All rows as arrays, with the schema. */
  async table(options: RunOptions = {}): Promise<CollectedTable> {
    return tableOf(this.events(options), options.onEvent);
  }
  /**
   * The rows of `createDataFrame`, if they are few (10,000): held by this process, and the same as {@link table} would
   * fetch. `undefined` for every other DataFrame.
   */
  localTable(): CollectedTable | undefined {
    return this.session.localTable(this.relation);
  }
  /** The result batch by batch, as it arrives. */
  async *batches(options: RunOptions = {}): AsyncGenerator<RecordBatch, void, undefined> {
    for await (const event of this.session.run(this.relation, options))
      if (event.kind === 'batch') yield event.batch;
      else if (event.kind !== 'schema') options.onEvent?.(event);
  }
  /** Everything the engine says while the result is computed: schema, batches, progress, observed metrics. */
  events(options?: RunOptions): AsyncGenerator<ExecutionEvent, void, undefined> {
    return this.session.run(this.relation, options);
  }
  /** The same with batches as they came: Arrow IPC bytes that another thread may decode (`decodeBatch`). */
  encodedEvents(options?: RunOptions): AsyncGenerator<EncodedEvent, void, undefined> {
    return this.session.runEncoded(this.relation, options);
  }
  async first(): Promise<Row | undefined> {
    return (await this.take(1))[0];
  }
  async take(count: number): Promise<Row[]> {
    return rowsOf(this.session.run(limit(this.relation, count)));
  }
  async isEmpty(): Promise<boolean> {
    const { rows } = await tableOf(this.session.run(project(limit(this.relation, 1), [])));
    return rows.length === 0;
  }
  async count(options?: RunOptions): Promise<number> {
    const { rows } = await tableOf(this.session.run(countRows(this.relation), options), options?.onEvent);
    return Number(rows[0]?.[0] ?? 0);
  }
  /** The first rows drawn as text, as Spark's `show()` prints them. */
  async showString(rows = 20, truncate = 20): Promise<string> {
    const table = await tableOf(this.session.run(showString(this.relation, rows, truncate)));
    return String(table.rows[0]?.[0] ?? '');
  }
  async explain(mode: ExplainMode = 'simple'): Promise<string> {
    return this.session.explain(this, explainModes[mode]);
  }
  /** Makes the rows a temporary view of the session. */
  async createOrReplaceTempView(name: string): Promise<void> {
    await this.session.createView(this, name, { replace: true, global: false });
  }
  async createTempView(name: string): Promise<void> {
    await this.session.createView(this, name, { replace: false, global: false });
  }
  async createGlobalTempView(name: string): Promise<void> {
    await this.session.createView(this, name, { replace: false, global: true });
  }
  async createOrReplaceGlobalTempView(name: string): Promise<void> {
    await this.session.createView(this, name, { replace: true, global: true });
  }
  /**
   * Computes and keeps the rows on the engine, and gives a DataFrame that reads them; `onEvent` hears what was observed
   * in the meantime. Sail knows only eager ones and must be started with a folder for them.
   */
  async checkpoint(options: CheckpointOptions & RunOptions = {}): Promise<DataFrame> {
    return this.session.checkpoint(this, options);
  }
  /** Asks the engine to cache the rows once computed (does nothing on Sail). */
  async persist(level: StorageLevelName = 'MEMORY_AND_DISK'): Promise<this> {
    await this.session.persist(this, storageLevel(level));
    return this;
  }
  async unpersist(blocking = false): Promise<this> {
    await this.session.unpersist(this, blocking);
    return this;
  }
}
