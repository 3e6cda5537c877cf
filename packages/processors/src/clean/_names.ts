import type { StructField, StructType } from '@millrace/spark-connect';
import { requireColumns } from '../kit/columns.ts';
import { commaList } from '../kit/text.ts';

/**
 * The columns that a field names as a JSON list or as one text with commas between; all of the input when it is empty.
 * A name that holds a comma itself is taken as a whole where the input has it.
 */
export function requireColumnList(schema: StructType, names: readonly string[], field: string): StructField[] {
  const has = (name: string): boolean => schema.fields.some((f) => f.name.toLowerCase() === name.toLowerCase());
  const requested = names.flatMap((name) => (has(name) ? [name] : commaList(name)));
  return requested.length === 0 ? [...schema.fields] : requireColumns(schema, requested, field);
}
