import { functions as F, type Column, type GroupedData, type DataFrame } from '@millrace/spark-connect';
import { uniqueNames } from '../kit/columns.ts';

/**
 * Aggregates over a cube or rollup. Without input rows there is no row, not even the grand total: so Spark's, while
 * Sail gives one of nulls.
 */
export function aggregateSets(sets: GroupedData, aggregates: readonly Column[], names: readonly string[]): DataFrame {
  const [count = ''] = uniqueNames([...names, '_rows'], '_').slice(-1);
  const rows = sets.agg(...aggregates, F.count().alias(count));
  return rows.filter(F.columnNamed(count).gt(0)).drop(count);
}
