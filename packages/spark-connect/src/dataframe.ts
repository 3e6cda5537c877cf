import type { RecordBatch } from './arrow.ts';
import { Column, col, columnNamed, expr, namedColumn, toColumn, type ColumnLike, type ColumnOrName } from './column.ts';
import { SparkError } from './errors.ts';
import { GroupedData } from './group.ts';
import { NullFunctions } from './na.ts';
import {
  asOfJoin,
  columnOfSide,
  join,
  lateralJoin,
  nearestByJoin,
  type AsOfOptions,
  type JoinKeys,
  type JoinType,
  type NearestOptions,
  type Sides,
} from './plan/joins.ts';
import { repartition, repartitionByRange } from './plan/partitions.ts';
import { randomSplit, sample, type SampleOptions } from './plan/samples.ts';
import {
  Aggregate_GroupType,
  AnalyzePlanRequest_Explain_ExplainMode,
  SetOperation_SetOpType,
  type Relation,
} from './proto.ts';
import { relation } from './relation.ts';
import { sortOrder } from './sort-order.ts';
import { rowsOf, tableOf, type CollectedTable, type Row } from './rows.ts';
import type { EncodedEvent, ExecutionEvent, RunOptions } from './events.ts';
import type { SparkSession } from './session.ts';
import { StatFunctions } from './stat.ts';
import { storageLevel, type StorageLevelName } from './storage.ts';
import { typeToProto } from './proto-types.ts';
import { type StructType } from './types.ts';
import { DataFrameWriter, DataFrameWriterV2 } from './writer.ts';

export type ExplainMode = 'simple' | 'extended' | 'codegen' | 'cost' | 'formatted';

const explainModes = {
  simple: AnalyzePlanRequest_Explain_ExplainMode.SIMPLE,
  extended: AnalyzePlanRequest_Explain_ExplainMode.EXTENDED,
  codegen: AnalyzePlanRequest_Explain_ExplainMode.CODEGEN,
  cost: AnalyzePlanRequest_Explain_ExplainMode.COST,
  formatted: AnalyzePlanRequest_Explain_ExplainMode.FORMATTED,
} as const satisfies Record<ExplainMode, AnalyzePlanRequest_Explain_ExplainMode>;

/**
 * A lazily composed table on an engine. Immutable: each method gives a new one and touches no engine, until an action
 * (`collect`, `count`, `schema`, `write`, …) is called.
 */
export class DataFrame {
  readonly session: SparkSession;
  readonly relation: Relation;

  constructor(session: SparkSession, rel: Relation) {
    this.session = session;
    this.relation = rel;
  }

  #with(relType: Parameters<typeof relation>[0]): DataFrame {
    return this.#of(relation(relType));
  }
  #of(rel: Relation): DataFrame {
    return new DataFrame(this.session, rel);
  }
  #beside(other: DataFrame): Sides {
    return { left: this.relation, right: other.relation };
  }

  /** A column of this very DataFrame, which stays told apart after a join; `*` is all of its columns. */
  col(name: string): Column {
    const { planId } = this.relation.common ?? {};
    if (name === '*') return new Column({ exprType: { case: 'unresolvedStar', value: { planId } } });
    return new Column({ exprType: { case: 'unresolvedAttribute', value: { unparsedIdentifier: name, planId } } });
  }

  select(...columns: ColumnOrName[]): DataFrame {
    return this.#with({
      case: 'project',
      value: { input: this.relation, expressions: columns.map((c) => namedColumn(c).expression) },
    });
  }
  selectExpr(...sql: string[]): DataFrame {
    return this.select(...sql.map(expr));
  }
  /** Rows for which the condition (a Column, or SQL text) is true. */
  filter(condition: Column | string): DataFrame {
    const column = typeof condition === 'string' ? expr(condition) : condition;
    return this.#with({ case: 'filter', value: { input: this.relation, condition: column.expression } });
  }
  where(condition: Column | string): DataFrame {
    return this.filter(condition);
  }
  /** Adds columns, or replaces those of the same name. Throws for a name that is given twice, case ignored, as Spark does. */
  withColumns(columns: Readonly<Record<string, ColumnLike>> | readonly (readonly [string, ColumnLike])[]): DataFrame {
    const entries = Array.isArray(columns) ? (columns as (readonly [string, ColumnLike])[]) : Object.entries(columns);
    const lower = entries.map(([name]) => name.toLowerCase());
    const twice = entries.find(([name], i) => lower.indexOf(name.toLowerCase()) < i);
    if (twice !== undefined)
      throw new SparkError(`the new column "${twice[0]}" is given twice`, { errorClass: 'COLUMN_ALREADY_EXISTS' });
    return this.#with({
      case: 'withColumns',
      value: {
        input: this.relation,
        aliases: entries.map(([name, column]) => ({ expr: toColumn(column).expression, name: [name] })),
      },
    });
  }
  withColumn(name: string, column: ColumnLike): DataFrame {
    return this.withColumns([[name, column]]);
  }
  withColumnsRenamed(names: Readonly<Record<string, string>>): DataFrame {
    const renames = Object.entries(names).map(([colName, newColName]) => ({ colName, newColName }));
    return this.#with({ case: 'withColumnsRenamed', value: { input: this.relation, renames } });
  }
  withColumnRenamed(from: string, to: string): DataFrame {
    return this.withColumnsRenamed({ [from]: to });
  }
  /** Puts JSON text beside a column, as ML attributes are kept. */
  withMetadata(name: string, metadata: string): DataFrame {
    const aliases = [{ expr: columnNamed(name).expression, name: [name], metadata }];
    return this.#with({ case: 'withColumns', value: { input: this.relation, aliases } });
  }
  /** The columns whose names match a regular expression (Java's). */
  colRegex(pattern: string): Column {
    const { planId } = this.relation.common ?? {};
    return new Column({ exprType: { case: 'unresolvedRegex', value: { colName: `\`${pattern}\``, planId } } });
  }
  /** New names for all columns, by position. */
  toDF(...names: string[]): DataFrame {
    return this.#with({ case: 'toDf', value: { input: this.relation, columnNames: names } });
  }
  /** Columns reordered, cast and null-checked to a schema by name. */
  to(schema: StructType): DataFrame {
    return this.#with({ case: 'toSchema', value: { input: this.relation, schema: typeToProto(schema) } });
  }
  /** Without these columns; a name that is not there is ignored. */
  drop(...columns: ColumnOrName[]): DataFrame {
    return this.#with({
      case: 'drop',
      value: {
        input: this.relation,
        columnNames: columns.filter((c) => typeof c === 'string'),
        columns: columns.filter((c) => typeof c !== 'string').map((c) => c.expression),
      },
    });
  }

  sort(...columns: ColumnOrName[]): DataFrame {
    return this.#sort(columns, true);
  }
  orderBy(...columns: ColumnOrName[]): DataFrame {
    return this.#sort(columns, true);
  }
  sortWithinPartitions(...columns: ColumnOrName[]): DataFrame {
    return this.#sort(columns, false);
  }
  #sort(columns: readonly ColumnOrName[], isGlobal: boolean): DataFrame {
    const order = columns.map((c) => sortOrder(namedColumn(c)));
    return this.#with({ case: 'sort', value: { input: this.relation, order, isGlobal } });
  }

  limit(count: number): DataFrame {
    return this.#with({ case: 'limit', value: { input: this.relation, limit: count } });
  }
  offset(count: number): DataFrame {
    return this.#with({ case: 'offset', value: { input: this.relation, offset: count } });
  }
  tail(count: number): DataFrame {
    return this.#with({ case: 'tail', value: { input: this.relation, limit: count } });
  }

  distinct(): DataFrame {
    return this.#with({ case: 'deduplicate', value: { input: this.relation, allColumnsAsKeys: true } });
  }
  dropDuplicates(columns?: readonly string[]): DataFrame {
    return columns === undefined || columns.length === 0
      ? this.distinct()
      : this.#with({ case: 'deduplicate', value: { input: this.relation, columnNames: [...columns] } });
  }

  groupBy(...columns: ColumnOrName[]): GroupedData {
    return new GroupedData(this, (rel) => this.#of(rel), Aggregate_GroupType.GROUPBY, columns.map(namedColumn));
  }
  rollup(...columns: ColumnOrName[]): GroupedData {
    return new GroupedData(this, (rel) => this.#of(rel), Aggregate_GroupType.ROLLUP, columns.map(namedColumn));
  }
  cube(...columns: ColumnOrName[]): GroupedData {
    return new GroupedData(this, (rel) => this.#of(rel), Aggregate_GroupType.CUBE, columns.map(namedColumn));
  }
  groupingSets(sets: readonly (readonly ColumnOrName[])[], ...columns: ColumnOrName[]): GroupedData {
    return new GroupedData(
      this,
      (rel) => this.#of(rel),
      Aggregate_GroupType.GROUPING_SETS,
      columns.map(namedColumn),
      sets.map((set) => set.map(namedColumn)),
    );
  }
  /** Aggregates over all rows: one row. */
  agg(...aggregates: Column[]): DataFrame {
    return this.groupBy().agg(...aggregates);
  }

  /**
   * Joins on a condition (several hold together), or on columns of the same name (which then appear once). Throws a
   * `TypeError` for a type that is none.
   */
  join(other: DataFrame, on?: JoinKeys, type: JoinType = 'inner'): DataFrame {
    return this.#of(join(this.#beside(other), on, type));
  }
  crossJoin(other: DataFrame): DataFrame {
    return this.join(other, undefined, 'cross');
  }
  /**
   * Each row with the row of the other side whose `otherColumn` is nearest to this one's `column`: at or before it,
   * unless another direction is told (Spark only).
   */
  asOfJoin(other: DataFrame, column: ColumnOrName, otherColumn: ColumnOrName, options: AsOfOptions = {}): DataFrame {
    const [left, right] = [columnOfSide(this, column), columnOfSide(other, otherColumn)];
    return this.#of(asOfJoin(this.#beside(other), left, right, options));
  }
  /** Each row with the rows that `other` gives for it, which may use this row's columns (Spark only). */
  lateralJoin(other: DataFrame, on?: Column, type: 'inner' | 'left' | 'cross' = 'inner'): DataFrame {
    return this.#of(lateralJoin(this.#beside(other), on, type));
  }
  /** Each row with those of the other side for which `ranking` is least, or greatest (Spark only). */
  nearestByJoin(other: DataFrame, ranking: Column, options: NearestOptions = {}): DataFrame {
    return this.#of(nearestByJoin(this.#beside(other), ranking, options));
  }

  /** Rows of both by position, duplicates kept. */
  union(other: DataFrame): DataFrame {
    return this.#setOperation(other, SetOperation_SetOpType.UNION, { isAll: true });
  }
  unionByName(other: DataFrame, options: { allowMissingColumns?: boolean } = {}): DataFrame {
    return this.#setOperation(other, SetOperation_SetOpType.UNION, { isAll: true, byName: true, ...options });
  }
  intersect(other: DataFrame): DataFrame {
    return this.#setOperation(other, SetOperation_SetOpType.INTERSECT, { isAll: false });
  }
  intersectAll(other: DataFrame): DataFrame {
    return this.#setOperation(other, SetOperation_SetOpType.INTERSECT, { isAll: true });
  }
  /** Distinct rows of this that are not in the other. */
  except(other: DataFrame): DataFrame {
    return this.#setOperation(other, SetOperation_SetOpType.EXCEPT, { isAll: false });
  }
  exceptAll(other: DataFrame): DataFrame {
    return this.#setOperation(other, SetOperation_SetOpType.EXCEPT, { isAll: true });
  }
  #setOperation(
    other: DataFrame,
    setOpType: SetOperation_SetOpType,
    options: { isAll: boolean; byName?: boolean; allowMissingColumns?: boolean },
  ): DataFrame {
    return this.#with({
      case: 'setOp',
      value: { leftInput: this.relation, rightInput: other.relation, setOpType, ...options },
    });
  }

  /** A random share of the rows; without a seed each evaluation draws anew. */
  sample(fraction: number, options: SampleOptions = {}): DataFrame {
    return this.#of(sample(this.relation, fraction, options));
  }
  /** Splits the rows at random in the given proportions; every row lands in exactly one part. */
  randomSplit(weights: readonly number[], seed: number | bigint): DataFrame[] {
    return randomSplit(this.relation, weights, seed).map((part) => this.#of(part));
  }

  /** Spreads the rows over so many partitions; rows of equal `columns` come together. The number may be left out. */
  repartition(partitions: number | ColumnOrName, ...columns: ColumnOrName[]): DataFrame {
    return this.#of(repartition(this.relation, partitions, ...columns));
  }
  /** Spreads the rows over partitions by ranges of the columns (which may be sort keys). */
  repartitionByRange(partitions: number | ColumnOrName, ...columns: ColumnOrName[]): DataFrame {
    return this.#of(repartitionByRange(this.relation, partitions, ...columns));
  }
  coalesce(partitions: number): DataFrame {
    return this.#with({
      case: 'repartition',
      value: { input: this.relation, numPartitions: partitions, shuffle: false },
    });
  }
  hint(name: string, ...parameters: ColumnLike[]): DataFrame {
    return this.#with({
      case: 'hint',
      value: { input: this.relation, name, parameters: parameters.map((p) => toColumn(p).expression) },
    });
  }
  /** Gives the table a name by which columns (`name.column`) can be told apart. */
  alias(name: string): DataFrame {
    return this.#with({ case: 'subqueryAlias', value: { input: this.relation, alias: name } });
  }
  /** Columns to rows: ids stay, each value column becomes a (name, value) row. `values` undefined: all others. */
  unpivot(
    ids: readonly ColumnOrName[],
    values: readonly ColumnOrName[] | undefined,
    variableColumnName: string,
    valueColumnName: string,
  ): DataFrame {
    return this.#with({
      case: 'unpivot',
      value: {
        input: this.relation,
        ids: ids.map((c) => namedColumn(c).expression),
        values: values && { values: values.map((c) => namedColumn(c).expression) },
        variableColumnName,
        valueColumnName,
      },
    });
  }
  transpose(indexColumn?: ColumnOrName): DataFrame {
    const indexColumns = indexColumn === undefined ? [] : [namedColumn(indexColumn).expression];
    return this.#with({ case: 'transpose', value: { input: this.relation, indexColumns } });
  }
  /** Computes the metrics while the rows pass by; they arrive as an `observed` event of the action (Spark only). */
  observe(name: string, ...metrics: Column[]): DataFrame {
    return this.#with({
      case: 'collectMetrics',
      value: { input: this.relation, name, metrics: metrics.map((m) => m.expression) },
    });
  }

  get na(): NullFunctions {
    return new NullFunctions(this, (rel) => this.#of(rel));
  }
  get stat(): StatFunctions {
    return new StatFunctions(this, (rel) => this.#of(rel));
  }
  get write(): DataFrameWriter {
    return new DataFrameWriter(this);
  }
  writeTo(table: string): DataFrameWriterV2 {
    return new DataFrameWriterV2(this, table);
  }

  // actions

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
   * The rows of `createDataFrame`, where they are few (10,000): held by this process, and the same as {@link table} would
   * fetch. `undefined` for every other DataFrame.
   */
  heldRows(): CollectedTable | undefined {
    return this.session.heldRows(this.relation);
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
    return (await this.limit(1).collect())[0];
  }
  async take(count: number): Promise<Row[]> {
    return this.limit(count).collect();
  }
  async isEmpty(): Promise<boolean> {
    return (await this.limit(1).select().table()).rows.length === 0;
  }
  async count(options?: RunOptions): Promise<number> {
    const counted = this.agg(
      new Column({
        exprType: { case: 'unresolvedFunction', value: { functionName: 'count', arguments: [col('*').expression] } },
      }),
    );
    const { rows } = await counted.table(options);
    return Number(rows[0]?.[0] ?? 0);
  }
  /** The first rows drawn as text, as Spark's `show()` prints them. */
  async showString(rows = 20, truncate = 20): Promise<string> {
    const drawn = this.#with({ case: 'showString', value: { input: this.relation, numRows: rows, truncate } });
    return String((await drawn.table()).rows[0]?.[0] ?? '');
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
   * meanwhile. Sail knows only eager ones and must be started with a folder for them.
   */
  async checkpoint(
    options: { eager?: boolean; local?: boolean; storageLevel?: StorageLevelName } & RunOptions = {},
  ): Promise<DataFrame> {
    return this.session.checkpoint(this, options);
  }
  /** Asks the engine to keep the rows once computed (does nothing on Sail). */
  async persist(level: StorageLevelName = 'MEMORY_AND_DISK'): Promise<DataFrame> {
    await this.session.persist(this, storageLevel(level));
    return this;
  }
  async unpersist(blocking = false): Promise<DataFrame> {
    await this.session.unpersist(this, blocking);
    return this;
  }
}
