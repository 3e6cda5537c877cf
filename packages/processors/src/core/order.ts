import { functions as F, Window, type Column, type DataFrame, type StructType } from '@millrace/spark-connect';
import { uniqueNames } from './columns.ts';

/** A name that no column of the schema has, beginning with `wanted`. */
export const freeName = (schema: StructType, wanted: string): string =>
  uniqueNames([...schema.fields.map((f) => f.name), wanted], '_').at(-1) ?? wanted;

/** Rows that know their place. */
export interface Numbered {
  /** The input with one more column that grows in row order: Spark's `monotonically_increasing_id`. */
  readonly rows: DataFrame;
  readonly position: Column;
  /** Puts rows back in input order and takes the column away. */
  restore(rows: DataFrame): DataFrame;
}

/** The input with the order of its rows as a column, for whatever must be kept or chosen by order. */
export function numbered(input: DataFrame, schema: StructType): Numbered {
  const name = freeName(schema, '_position');
  const position = F.columnNamed(name);
  return {
    rows: input.withColumn(name, F.monotonicallyIncreasingId()),
    position,
    restore: (rows) => rows.orderBy(position).drop(position),
  };
}

/** 1, 2, 3, … in the order of `position`: Spark's `row_number` over it, as bigint. */
export const rowNumberBy = (position: Column): Column => F.rowNumber().over(Window.orderBy(position)).cast('bigint');
