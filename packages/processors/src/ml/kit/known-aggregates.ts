import type { KnownAggregates } from '../../contract/known-aggregates.ts';
import type { Column, DataFrame, Value } from '@millrace/spark-connect';

/** Aggregates of rows by their names: from what is `known` if it is of these rows and holds all of them, else by a query. */
export async function aggregates(
  rows: DataFrame,
  columns: Readonly<Record<string, Column>>,
  known?: KnownAggregates,
): Promise<ReadonlyMap<string, Value>> {
  const entries = Object.entries(columns);
  const values = known?.of === rows.relation ? known.values : [];
  const knownValues = entries.flatMap(([name, column]) => {
    const same = values.find((one) => one.column.isSame(column));
    return same === undefined ? [] : [[name, same.value] as const];
  });
  if (knownValues.length === entries.length) return new Map(knownValues);
  const { rows: results } = await rows.agg(...entries.map(([name, column]) => column.alias(name))).table();
  return new Map(entries.map(([name], i) => [name, results[0]?.[i] ?? null]));
}
