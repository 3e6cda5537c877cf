import type { DataFrame, StructType } from '@millrace/spark-connect';
import { isDeep, sizeOfPlan } from './wide.ts';

/** Types that Sail writes to Parquet as Spark does; a test holds it. */
export const parquetTypes: ReadonlySet<string> = new Set([
  'boolean',
  'byte',
  'short',
  'integer',
  'long',
  'float',
  'double',
  'string',
  'binary',
  'date',
  'timestamp',
  'decimal',
]);

/**
 * What later nodes are composed on where nothing runs: the run keeps the rows of a deep plan, so an empty table of the
 * same columns stands for it, as for one of more than `largest` relations.
 */
export const standInFor = (df: DataFrame, schema: StructType, most?: number, largest = Infinity): DataFrame =>
  (isDeep(df.relation, most) || sizeOfPlan(df.relation) > largest) &&
  schema.fields.every((f) => parquetTypes.has(f.type.kind))
    ? df.session.createDataFrame([], schema)
    : df;
