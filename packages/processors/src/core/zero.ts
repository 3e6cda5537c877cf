import { functions as F, types, type Column, type DataType } from '@millrace/spark-connect';
import type { Surroundings } from './processor.ts';

/** -0.0 as 0.0: the same number for Spark's sorting, windows and distinct counts, two for Sail's. */
export function oneZero(column: Column, type: DataType | undefined, engine: Surroundings['engine']): Column {
  if (engine === 'spark' || (type?.kind !== 'double' && type?.kind !== 'float')) return column;
  const double = F.lit(0, types.double);
  const zero = type.kind === 'double' ? double : double.cast(type);
  return F.when(column.eq(zero), zero).otherwise(column);
}
