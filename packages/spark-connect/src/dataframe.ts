import { Column, expr, namedColumn, type ColumnLike, type ColumnOrName } from './column.ts';
import { DataFrameActions } from './dataframe-actions.ts';
import { GroupedData } from './group.ts';
import { NullFunctions } from './na.ts';
import {
  drop,
  project,
  toSchema,
  transpose,
  unpivot,
  withColumns,
  withColumnsRenamed,
  withMetadata,
  withNames,
  type NewColumns,
} from './plan/columns.ts';
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
import { coalesce, repartition, repartitionByRange } from './plan/partitions.ts';
import { alias, deduplicate, filter, hint, limit, observe, offset, sort, tail } from './plan/rows.ts';
import { randomSplit, sample, type SampleOptions } from './plan/samples.ts';
import { setOperation } from './plan/sets.ts';
import { Aggregate_GroupType, type Relation } from './proto.ts';
import { StatFunctions } from './stat.ts';
import type { StructType } from './types.ts';
import { DataFrameWriter, DataFrameWriterV2 } from './writer.ts';

/**
 * A lazily composed table on an engine. Immutable: each method gives a new one and touches no engine, until an action
 * (`collect`, `count`, `schema`, `write`, …) is called.
 */
export class DataFrame extends DataFrameActions {
  #of(rel: Relation): DataFrame {
    return new DataFrame(this.session, rel);
  }
  #sidesWith(other: DataFrame): Sides {
    return { left: this.relation, right: other.relation };
  }

  /** A column of this very DataFrame, which stays distinct after a join; `*` is all of its columns. */
  col(name: string): Column {
    const { planId } = this.relation.common ?? {};
    if (name === '*') return new Column({ exprType: { case: 'unresolvedStar', value: { planId } } });
    return new Column({ exprType: { case: 'unresolvedAttribute', value: { unparsedIdentifier: name, planId } } });
  }

  select(...columns: ColumnOrName[]): DataFrame {
    return this.#of(project(this.relation, columns));
  }
  selectExpr(...sql: string[]): DataFrame {
    return this.select(...sql.map(expr));
  }
  /** Rows for which the condition (a Column, or SQL text) is true. */
  filter(condition: Column | string): DataFrame {
    return this.#of(filter(this.relation, condition));
  }
  where(condition: Column | string): DataFrame {
    return this.filter(condition);
  }
  /** Adds columns, or replaces those of the same name. Throws for a name that is given twice, case ignored, as Spark does. */
  withColumns(columns: NewColumns): DataFrame {
    return this.#of(withColumns(this.relation, columns));
  }
  withColumn(name: string, column: ColumnLike): DataFrame {
    return this.withColumns([[name, column]]);
  }
  withColumnsRenamed(names: Readonly<Record<string, string>>): DataFrame {
    return this.#of(withColumnsRenamed(this.relation, names));
  }
  withColumnRenamed(from: string, to: string): DataFrame {
    return this.withColumnsRenamed({ [from]: to });
  }
  /** Sets the metadata of a column, a JSON text, such as ML attributes. */
  withMetadata(name: string, metadata: string): DataFrame {
    return this.#of(withMetadata(this.relation, name, metadata));
  }
  /** The columns whose names match a regular expression (Java's). */
  colRegex(pattern: string): Column {
    const { planId } = this.relation.common ?? {};
    return new Column({ exprType: { case: 'unresolvedRegex', value: { colName: `\`${pattern}\``, planId } } });
  }
  /** New names for all columns, by position. */
  toDF(...names: string[]): DataFrame {
    return this.#of(withNames(this.relation, names));
  }
  /** Columns reordered, cast and null-checked to a schema by name. */
  to(schema: StructType): DataFrame {
    return this.#of(toSchema(this.relation, schema));
  }
  /** Without these columns; a name that is not there is ignored. */
  drop(...columns: ColumnOrName[]): DataFrame {
    return this.#of(drop(this.relation, columns));
  }

  sort(...columns: ColumnOrName[]): DataFrame {
    return this.#of(sort(this.relation, columns, true));
  }
  orderBy(...columns: ColumnOrName[]): DataFrame {
    return this.sort(...columns);
  }
  sortWithinPartitions(...columns: ColumnOrName[]): DataFrame {
    return this.#of(sort(this.relation, columns, false));
  }

  limit(count: number): DataFrame {
    return this.#of(limit(this.relation, count));
  }
  offset(count: number): DataFrame {
    return this.#of(offset(this.relation, count));
  }
  tail(count: number): DataFrame {
    return this.#of(tail(this.relation, count));
  }

  distinct(): DataFrame {
    return this.#of(deduplicate(this.relation, []));
  }
  dropDuplicates(columns: readonly string[] = []): DataFrame {
    return this.#of(deduplicate(this.relation, columns));
  }

  groupBy(...columns: ColumnOrName[]): GroupedData {
    return this.#groupBy(Aggregate_GroupType.GROUPBY, columns);
  }
  rollup(...columns: ColumnOrName[]): GroupedData {
    return this.#groupBy(Aggregate_GroupType.ROLLUP, columns);
  }
  cube(...columns: ColumnOrName[]): GroupedData {
    return this.#groupBy(Aggregate_GroupType.CUBE, columns);
  }
  groupingSets(sets: readonly (readonly ColumnOrName[])[], ...columns: ColumnOrName[]): GroupedData {
    return this.#groupBy(Aggregate_GroupType.GROUPING_SETS, columns, sets);
  }
  #groupBy(
    type: Aggregate_GroupType,
    keys: readonly ColumnOrName[],
    sets: readonly (readonly ColumnOrName[])[] = [],
  ): GroupedData {
    const columnSets = sets.map((set) => set.map(namedColumn));
    return new GroupedData(this, (rel) => this.#of(rel), type, keys.map(namedColumn), columnSets);
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
    return this.#of(join(this.#sidesWith(other), on, type));
  }
  crossJoin(other: DataFrame): DataFrame {
    return this.join(other, undefined, 'cross');
  }
  /**
   * Each row with the row of the other side whose `otherColumn` is nearest to this one's `column`: at or before it,
   * unless a sort column has another direction (Spark only).
   */
  asOfJoin(other: DataFrame, column: ColumnOrName, otherColumn: ColumnOrName, options: AsOfOptions = {}): DataFrame {
    const [left, right] = [columnOfSide(this, column), columnOfSide(other, otherColumn)];
    return this.#of(asOfJoin(this.#sidesWith(other), left, right, options));
  }
  /** Each row with the rows that `other` gives for it, which may use this row's columns (Spark only). */
  lateralJoin(other: DataFrame, on?: Column, type: 'inner' | 'left' | 'cross' = 'inner'): DataFrame {
    return this.#of(lateralJoin(this.#sidesWith(other), on, type));
  }
  /** Each row with those of the other side for which `ranking` is least, or greatest (Spark only). */
  nearestByJoin(other: DataFrame, ranking: Column, options: NearestOptions = {}): DataFrame {
    return this.#of(nearestByJoin(this.#sidesWith(other), ranking, options));
  }

  /** Rows of both by position, with duplicates. */
  union(other: DataFrame): DataFrame {
    return this.#of(setOperation(this.#sidesWith(other), 'union', { isAll: true }));
  }
  unionByName(other: DataFrame, options: { allowMissingColumns?: boolean } = {}): DataFrame {
    return this.#of(setOperation(this.#sidesWith(other), 'union', { isAll: true, byName: true, ...options }));
  }
  intersect(other: DataFrame): DataFrame {
    return this.#of(setOperation(this.#sidesWith(other), 'intersect', { isAll: false }));
  }
  intersectAll(other: DataFrame): DataFrame {
    return this.#of(setOperation(this.#sidesWith(other), 'intersect', { isAll: true }));
  }
  /** Distinct rows of this that are not in the other. */
  except(other: DataFrame): DataFrame {
    return this.#of(setOperation(this.#sidesWith(other), 'except', { isAll: false }));
  }
  exceptAll(other: DataFrame): DataFrame {
    return this.#of(setOperation(this.#sidesWith(other), 'except', { isAll: true }));
  }

  /** A random share of the rows; without a seed each evaluation draws another. */
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
    return this.#of(coalesce(this.relation, partitions));
  }
  hint(name: string, ...parameters: ColumnLike[]): DataFrame {
    return this.#of(hint(this.relation, name, parameters));
  }
  /** Gives the table a name that distinguishes its columns (`name.column`). */
  alias(name: string): DataFrame {
    return this.#of(alias(this.relation, name));
  }
  /** Columns to rows: ids stay, each value column becomes a (name, value) row. `values` undefined: all others. */
  unpivot(
    ids: readonly ColumnOrName[],
    values: readonly ColumnOrName[] | undefined,
    variableColumnName: string,
    valueColumnName: string,
  ): DataFrame {
    return this.#of(unpivot(this.relation, { ids, values, variableColumnName, valueColumnName }));
  }
  transpose(indexColumn?: ColumnOrName): DataFrame {
    return this.#of(transpose(this.relation, indexColumn));
  }
  /** Computes the metrics while the rows pass by; they arrive as an `observed` event of the action (Spark only). */
  observe(name: string, ...metrics: Column[]): DataFrame {
    return this.#of(observe(this.relation, name, metrics));
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
}
