import { functions as F, types, type Column } from '@millrace/spark-connect';

/** Aggregate: all values but nulls, in ascending order, NaN last. */
export const sortedValues = (values: Column): Column => F.call('sort_array', F.collectList(values));

/**
 * The least of the sorted values that has at least the share `p` of them at or below it; null where there are none. An
 * element, never an interpolation: what Spark's `percentile_approx` and `approxQuantile` give while they are exact.
 * Source: org.apache.spark.sql.catalyst.util.QuantileSummaries (rank = ceil(p * n)).
 */
export function quantile(sorted: Column, p: number): Column {
  const rank = F.call('ceil', F.call('size', sorted).times(F.lit(p, types.double)));
  // counted from 1: GET of a place that is computed counts negative ones from the end on Sail
  return F.call('try_element_at', sorted, F.call('greatest', rank.cast(types.integer), F.lit(1)));
}
