import type { Column, DataFrame, Value } from '@millrace/spark-connect';

/** An aggregate of rows, with what it is of them. */
export interface KnownAggregate {
  readonly column: Column;
  readonly value: Value;
}

/** Aggregates of rows by their names: from those that are `known` of the rows if all of them are, else by a query. */
export async function aggregates(
  rows: DataFrame,
  asked: Readonly<Record<string, Column>>,
  known: readonly KnownAggregate[] = [],
): Promise<ReadonlyMap<string, Value>> {
  const wanted = Object.entries(asked);
  const found = wanted.flatMap(([name, column]) => {
    const same = known.find((one) => one.column.isSame(column));
    return same === undefined ? [] : [[name, same.value] as const];
  });
  if (found.length === wanted.length) return new Map(found);
  const { rows: answered } = await rows.agg(...wanted.map(([name, column]) => column.alias(name))).table();
  return new Map(wanted.map(([name], i) => [name, answered[0]?.[i] ?? null]));
}
