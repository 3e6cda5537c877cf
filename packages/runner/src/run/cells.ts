import type { CollectedTable, Value } from '@millrace/spark-connect';
import { typeName, type StructType } from '@millrace/spark-connect/types';
import type { Cell, ColumnInfo } from './events.ts';

/** A value as JSON can hold it without loss. */
export function cellOf(value: Value): Cell {
  if (value === null) return null;
  switch (typeof value) {
    case 'bigint':
      return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'string':
    case 'boolean':
      return value;
    default:
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Map) return [...value].map(([k, v]) => [cellOf(k), cellOf(v)]);
  if (Array.isArray(value)) return value.map((v: Value) => cellOf(v));
  return Object.fromEntries(Object.entries(value as Record<string, Value>).map(([k, v]) => [k, cellOf(v)]));
}

export const columnsOf = (schema: StructType): ColumnInfo[] =>
  schema.fields.map((f) => ({ name: f.name, type: typeName(f.type) }));

/** A collected table as JSON, cut after `limit` rows. */
export const rowsOf = (table: CollectedTable, limit: number) => ({
  columns: columnsOf(table.schema),
  rows: table.rows.slice(0, limit).map((row) => row.map(cellOf)),
  truncated: table.rows.length > limit,
});
