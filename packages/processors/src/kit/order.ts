import { functions as F, types, Window, type Column, type DataFrame, type StructType } from '@millrace/spark-connect';
import { uniqueNames } from './columns.ts';
import { asUnit, positionUnit } from './unit.ts';

/** A name that no column of the schema has, beginning with `wanted`. */
export const freeName = (schema: StructType, name: string): string =>
  uniqueNames([...schema.fields.map((f) => f.name), name], '_').at(-1) ?? name;

/** Rows with their positions. */
export interface NumberedRows {
  /** The input with one more bigint column that grows in row order: Spark's `monotonically_increasing_id`. */
  readonly rows: DataFrame;
  readonly position: Column;
  /** Puts rows back in input order and takes the column away. */
  restore(rows: DataFrame): DataFrame;
}

/**
 * The input with the order of its rows as a column, for nodes that preserve or choose by order. On Sail the column is
 * `row_number` over the same: a plain one lets Sail drop a sort of the input beneath the sort of `restore`.
 */
export function numberRows(input: DataFrame, schema: StructType, engine: 'sail' | 'spark' = 'sail'): NumberedRows {
  const name = freeName(schema, '_position');
  const position = F.columnNamed(name);
  return {
    rows: input.withColumn(name, positionIn(engine)),
    position,
    restore: (rows) => rows.orderBy(position).drop(position),
  };
}

/** The position of a row among the rows of the plan it is added to. */
export function positionIn(engine: 'sail' | 'spark'): Column {
  const id = F.monotonicallyIncreasingId();
  return asUnit(positionUnit, engine === 'sail' ? rowNumberBy(id) : id, F.lit(0n), types.long);
}

/** 1, 2, 3, … in the order of `position`: Spark's `row_number` over it, as bigint. */
export const rowNumberBy = (position: Column): Column => F.rowNumber().over(Window.orderBy(position)).cast('bigint');

/** The first rows in input order. Spark's limit takes them in that order; Sail's takes whatever comes first. */
export function firstRows(input: DataFrame, schema: StructType, count: number, engine: 'sail' | 'spark'): DataFrame {
  if (engine === 'spark') return input.limit(count);
  const { rows, position, restore } = numberRows(input, schema, engine);
  return restore(rows.filter(position.lte(F.lit(BigInt(count)))));
}
