import { functions as F, type Column, type DataFrame } from '@millrace/spark-connect';

/**
 * Turns a table of one row into one row per label: row i holds `labels[i]` in the column `heading` and, for each of
 * `columns`, its i-th value (all of one type).
 */
export function stack(
  oneRow: DataFrame,
  heading: string,
  labels: readonly string[],
  columns: readonly { readonly name: string; readonly values: readonly Column[] }[],
): DataFrame {
  const arrays = columns.map((_, i) => `values_${i}`);
  return oneRow
    .select(
      F.call('posexplode', F.call('array', ...labels)),
      ...columns.map(({ values }, i) => F.call('array', ...values).alias(arrays[i] ?? '')),
    )
    .select(
      F.col('col').alias(heading),
      ...columns.map(({ name }, i) => F.call('element_at', F.col(arrays[i] ?? ''), F.col('pos').plus(1)).alias(name)),
    );
}
