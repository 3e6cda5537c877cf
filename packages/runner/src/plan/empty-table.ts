import type { DataFrame, DataType, StructType } from '@millrace/spark-connect';
import { parquetTypes } from '@millrace/engines/host';
import { isDeep, sizeOfPlan } from './wide.ts';

/** True for a type that a table without rows can have on every engine. */
function isPlain(type: DataType): boolean {
  if (type.kind === 'array') return isPlain(type.element);
  if (type.kind === 'map') return isPlain(type.key) && isPlain(type.value);
  if (type.kind === 'struct') return type.fields.every((field) => isPlain(field.type));
  return type.kind === 'timestamp_ntz' || parquetTypes.has(type.kind);
}

/**
 * What later nodes are composed on where nothing runs: the run keeps the rows of a deep plan, so an empty table of the
 * same columns stands for it, as for one of more than `largest` relations.
 */
export const emptyTableFor = (df: DataFrame, schema: StructType, maxDepth?: number, largest = Infinity): DataFrame =>
  (isDeep(df.relation, maxDepth) || sizeOfPlan(df.relation) > largest) && isPlain(schema)
    ? df.session.createDataFrame([], schema)
    : df;
