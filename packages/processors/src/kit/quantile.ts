import { functions as F, types, type Column, type DataType } from '@millrace/spark-connect';
import { asUnit } from './unit.ts';

/**
 * Aggregate: all values of a type but nulls, in ascending order, NaN last: in whatever order they were collected. Fractions have
 * one zero, as engines put -0.0 before or next to 0.0.
 */
export function sortValues(values: Column, type: DataType): Column {
  const isFraction = type.kind === 'double' || type.kind === 'float';
  const list = F.collectList(isFraction ? values.plus(F.lit(0, types.double)).cast(type) : values);
  return asUnit('sorted-values', F.call('sort_array', list), values, types.array(type));
}

/**
 * The smallest of the sorted values that has at least the share `p` of them at or below it; null if there are none. An
 * element, never an interpolation: what Spark's `percentile_approx` and `approxQuantile` give while they are exact.
 * Source: org.apache.spark.sql.catalyst.util.QuantileSummaries (rank = ceil(p * n)).
 */
export function quantile(sorted: Column, p: number): Column {
  const rank = F.call('ceil', F.call('size', sorted).times(F.lit(p, types.double)));
  // counted from 1: GET of a place that is computed counts negative ones from the end on Sail
  return F.call('try_element_at', sorted, F.call('greatest', rank.cast(types.integer), F.lit(1)));
}
