import { functions as F, type DataFrame } from '@millrace/spark-connect';

/**
 * How many nulls each column has, and how many rows there are. It runs the input: which columns remain is part of the
 * schema and cannot be left to the engine's own time.
 */
export async function nullsOf(
  input: DataFrame,
  names: readonly string[],
): Promise<{ readonly rows: bigint; readonly nulls: readonly bigint[] }> {
  const counts = names.map((name, i) => F.count(F.when(F.columnNamed(name).isNull(), 1)).alias(`n${i}`));
  const { rows } = await input.agg(F.count().alias('rows'), ...counts).table();
  const [all, ...nulls] = (rows[0] ?? []).map((n) => (typeof n === 'bigint' ? n : 0n));
  return { rows: all ?? 0n, nulls };
}
