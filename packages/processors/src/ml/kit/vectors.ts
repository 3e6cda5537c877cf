import { functions as F, type Column, type Value } from '@millrace/spark-connect';

/** A value of a column of vectors, as rows have it: with a value at each index. */
export const denseVector = (...values: readonly number[]): Value => ({ type: 1, size: null, indices: null, values });

/** A vector that is 0 but at `indices`. */
export const sparseVector = (size: number, indices: readonly number[], values: readonly number[]): Value => ({
  type: 0,
  size,
  indices,
  values,
});

/** The size of the vectors of a column; null if there is no vector. */
export function vectorSize(vector: Column): Column {
  const parts = F.call('unwrap_udt', vector);
  return F.coalesce(parts.getField('size'), F.call('size', parts.getField('values')));
}
