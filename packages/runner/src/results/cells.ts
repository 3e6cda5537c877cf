import type { CollectedTable, Value } from '@millrace/spark-connect';
import { typeName, types, type DataType, type StructType } from '@millrace/spark-connect/types';
import type { Cell, ColumnInfo } from './events.ts';

/** A value as JSON can hold it without loss; vectors of Spark ML, where `type` tells them, are texts. */
export function cellOf(value: Value, type?: DataType): Cell {
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
  if (value instanceof Map) {
    const { key, value: of } = type?.kind === 'map' ? type : {};
    return [...value].map(([k, v]) => [cellOf(k, key), cellOf(v, of)]);
  }
  if (Array.isArray(value)) {
    const element = type?.kind === 'array' ? type.element : undefined;
    return value.map((v: Value) => cellOf(v, element));
  }
  const parts = value as Record<string, Value>;
  if (type?.kind === 'udt') return typeName(type) === typeName(types.vector) ? vectorText(parts) : cellOf(value);
  const fields = new Map(type?.kind === 'struct' ? type.fields.map((field) => [field.name, field.type]) : []);
  return Object.fromEntries(Object.entries(parts).map(([k, v]) => [k, cellOf(v, fields.get(k))]));
}

/** A vector as Spark writes one: `[1, 2.5]` with all its values, `(4, [0, 3], [1, 2.5])` with those that are not 0. */
function vectorText({ type, size, indices, values }: Record<string, Value>): string {
  const listed = (numbers: Value | undefined): string => `[${((numbers ?? []) as readonly Value[]).join(', ')}]`;
  return type === 1 ? listed(values) : `(${String(size)}, ${listed(indices)}, ${listed(values)})`;
}

export const columnsOf = (schema: StructType): ColumnInfo[] =>
  schema.fields.map((f) => ({ name: f.name, type: typeName(f.type) }));

/** Makes the cells of rows. */
export const rowCells =
  ({ fields }: StructType) =>
  (row: readonly Value[]): Cell[] =>
    row.map((value, i) => cellOf(value, fields[i]?.type));

/** A collected table as JSON, cut after `limit` rows. */
export const rowsOf = (table: CollectedTable, limit: number) => ({
  columns: columnsOf(table.schema),
  rows: table.rows.slice(0, limit).map(rowCells(table.schema)),
  truncated: table.rows.length > limit,
});
