import {
  functions as F,
  Window,
  type Column,
  type DataFrame,
  type DataType,
  type StructType,
} from '@millrace/spark-connect';
import { byPosition, requireColumn, requireColumns } from './columns.ts';
import { positionIn } from './order.ts';
import type { RunContext } from '../contract/context.ts';

/** How rows of one key rank among each other; ties keep input order. */
export interface KeyOrder {
  /** Columns that make the key; all when none. */
  readonly keys: readonly string[];
  readonly keysField: string;
  readonly sortBy?: readonly { readonly name: string; readonly descending: boolean }[];
  readonly sortField?: string;
  /** The last row of a key ranks first instead of the first. */
  readonly fromEnd?: boolean;
}

/**
 * The rows that rank first within their key and the rest, both in the order asked for (input order where none is).
 * The rank is `row_number` over the places of the rows.
 */
export function splitDuplicates(
  input: DataFrame,
  schema: StructType,
  order: KeyOrder,
  engine: RunContext['engine'],
): { readonly first: DataFrame; readonly rest: DataFrame } {
  const { rows, columns } = byPosition(input, schema, 'c');
  const at = (name: string, field: string): Column =>
    columns[requireColumn(schema, name, field).index] ?? F.columnNamed(name);
  const positions =
    order.keys.length === 0
      ? schema.fields.map((_, index) => index)
      : requireColumns(schema, order.keys, order.keysField).map((c) => c.index);
  const keys = columns.flatMap((column, i) => (positions.includes(i) ? [keyOf(column, schema.fields[i]?.type)] : []));
  const position = F.columnNamed('position');
  const sort = (order.sortBy ?? []).map(({ name, descending }) => {
    const column = at(name, order.sortField ?? '');
    return descending ? column.desc() : column.asc();
  });
  const rank = F.rowNumber().over(
    Window.partitionBy(...keys).orderBy(...sort, order.fromEnd === true ? position.desc() : position.asc()),
  );
  const rankedRows = rows.withColumn('position', positionIn(engine)).withColumn('rank', rank);
  const names = schema.fields.map((f) => f.name);
  const part = (condition: Column): DataFrame =>
    rankedRows
      .filter(condition)
      .orderBy(...sort, position)
      .select(...columns)
      .toDF(...names);
  return { first: part(F.columnNamed('rank').eq(1)), rest: part(F.columnNamed('rank').gt(1)) };
}

/** A value as a key: -0.0 is 0.0, which Spark's grouping makes by itself and Sail's does not. */
const keyOf = (column: Column, type: DataType | undefined): Column =>
  type?.kind === 'float' || type?.kind === 'double' ? column.plus(F.lit(0, type)) : column;
