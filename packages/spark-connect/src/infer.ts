import { typeName, types, type DataType, type StructType } from './types.ts';
import type { InputValue } from './values.ts';

/** Rows handed in: arrays in column order, or objects. */
export type InputRows = readonly (readonly InputValue[])[] | readonly Readonly<Record<string, InputValue>>[];

const isArrayRow = (row: unknown): row is readonly InputValue[] => Array.isArray(row);

/** Rows as arrays in the order of the schema. */
export const rowsInOrder = (rows: InputRows, schema: StructType): (readonly InputValue[])[] =>
  rows.map((row) => (isArrayRow(row) ? row : schema.fields.map((f) => row[f.name])));

/**
 * The schema of rows: columns in the order of their first appearance, named `_1`, `_2`, … for arrays; whole numbers
 * give way to wider ones and to double. Throws a `TypeError` for a column whose values have no type in common.
 */
export function inferSchema(rows: InputRows): StructType {
  const columns = new Map<string, DataType>();
  for (const row of rows) {
    const entries = isArrayRow(row) ? row.map((v, i) => [`_${i + 1}`, v] as const) : Object.entries(row);
    for (const [name, value] of entries)
      columns.set(name, common(columns.get(name) ?? types.void, inferType(value), `column "${name}"`));
  }
  return structOf(columns);
}

/**
 * The type of a value: whole numbers are int, or bigint when they need it; other numbers double; `Date` timestamp.
 * Throws a `TypeError` for an array or map whose values have no type in common.
 */
export function inferType(value: InputValue): DataType {
  if (value === null || value === undefined) return types.void;
  switch (typeof value) {
    case 'boolean':
      return types.boolean;
    case 'bigint':
      return types.long;
    case 'string':
      return types.string;
    case 'number':
      if (!Number.isInteger(value) || Object.is(value, -0)) return types.double;
      if (value >= -(2 ** 31) && value < 2 ** 31) return types.integer;
      return Number.isSafeInteger(value) ? types.long : types.double;
    default:
  }
  if (value instanceof Date) return types.timestamp;
  if (value instanceof Uint8Array) return types.binary;
  if (Array.isArray(value)) return types.array(commonOfAll(value as readonly InputValue[], 'an array'));
  if (value instanceof Map) {
    const map = value as ReadonlyMap<InputValue, InputValue>;
    return types.map(commonOfAll(map.keys(), 'the keys of a map'), commonOfAll(map.values(), 'the values of a map'));
  }
  return types.struct(Object.entries(value).map(([name, v]) => types.field(name, inferType(v as InputValue))));
}

function commonOfAll(values: Iterable<InputValue>, where: string): DataType {
  let type: DataType = types.void;
  for (const value of values) type = common(type, inferType(value), where);
  return type;
}

const structOf = (fields: ReadonlyMap<string, DataType>): StructType =>
  types.struct([...fields].map(([name, type]) => types.field(name, type)));

const numbers: readonly DataType['kind'][] = ['integer', 'long', 'double'];

/** The type that holds the values of both. */
function common(a: DataType, b: DataType, where: string): DataType {
  if (a.kind === 'void') return b;
  if (b.kind === 'void') return a;
  if (numbers.includes(a.kind) && numbers.includes(b.kind))
    return numbers.indexOf(a.kind) >= numbers.indexOf(b.kind) ? a : b;
  if (a.kind === 'array' && b.kind === 'array') return types.array(common(a.element, b.element, where));
  if (a.kind === 'map' && b.kind === 'map')
    return types.map(common(a.key, b.key, where), common(a.value, b.value, where));
  if (a.kind === 'struct' && b.kind === 'struct') {
    const fields = new Map(a.fields.map((f) => [f.name, f.type]));
    for (const { name, type } of b.fields) fields.set(name, common(fields.get(name) ?? types.void, type, where));
    return structOf(fields);
  }
  if (a.kind === b.kind) return a;
  throw new TypeError(`${where} has values of the types ${typeName(a)} and ${typeName(b)}: give a schema`);
}
