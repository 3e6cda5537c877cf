import type { KnownAggregates } from '../../contract/known-aggregates.ts';
import type { Column, DataFrame, Value } from '@millrace/spark-connect';

/** Aggregates of rows by their names: from what is `known` if it is of these rows and holds all of them, else by a query. */
export async function aggregates(
  rows: DataFrame,
  wantedColumns: Readonly<Record<string, Column>>,
  known?: KnownAggregates,
): Promise<ReadonlyMap<string, Value>> {
  const wanted = Object.entries(wantedColumns);
  const values = known?.of === rows.relation ? known.told : [];
  const knownValues = wanted.flatMap(([name, column]) => {
    const same = values.find((one) => one.column.isSame(column));
    return same === undefined ? [] : [[name, same.value] as const];
  });
  if (knownValues.length === wanted.length) return new Map(knownValues);
  const { rows: answered } = await rows.agg(...wanted.map(([name, column]) => column.alias(name))).table();
  return new Map(wanted.map(([name], i) => [name, answered[0]?.[i] ?? null]));
}
