import { parseSchema, typeOfName } from './ddl.ts';
import type { DataType, StructField, StructType } from './model.ts';
import { typeName } from './names.ts';

interface RawJson {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
}

// known to Node, and not yet to TypeScript
const json = JSON as unknown as RawJson;

/** JSON that is written again as it was: numbers keep their spelling, for Spark tells 1.0 from 1. */
const identity = (text: string): unknown =>
  json.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
  );

/** The type as a value of Spark's JSON schema format (`StructType.json()` in PySpark), for `JSON.stringify`. */
export function typeToJson(type: DataType): unknown {
  switch (type.kind) {
    case 'array':
      return { type: 'array', elementType: typeToJson(type.element), containsNull: type.containsNull };
    case 'map':
      return {
        type: 'map',
        keyType: typeToJson(type.key),
        valueType: typeToJson(type.value),
        valueContainsNull: type.valueContainsNull,
      };
    case 'struct':
      return {
        type: 'struct',
        fields: type.fields.map((f) => ({
          name: f.name,
          type: typeToJson(f.type),
          nullable: f.nullable,
          metadata: f.metadata === undefined ? {} : identity(f.metadata),
        })),
      };
    case 'udt':
      return { type: 'udt', class: type.name, pyClass: null, sqlType: typeToJson(type.sqlType) };
    case 'decimal':
    case 'char':
    case 'varchar':
    case 'time':
    case 'year_month_interval':
    case 'day_time_interval':
    case 'unsupported':
      return typeName(type);
    default:
      return type.kind;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Reads a value of Spark's JSON schema format. A type that is not known here becomes `unsupported`. */
export function typeFromJson(json: unknown): DataType {
  if (typeof json === 'string') return typeOfName(json);
  if (isRecord(json))
    switch (json['type']) {
      case 'array':
        return {
          kind: 'array',
          element: typeFromJson(json['elementType']),
          containsNull: json['containsNull'] !== false,
        };
      case 'map':
        return {
          kind: 'map',
          key: typeFromJson(json['keyType']),
          value: typeFromJson(json['valueType']),
          valueContainsNull: json['valueContainsNull'] !== false,
        };
      case 'udt':
        return { kind: 'udt', name: String(json['class'] ?? 'udt'), sqlType: typeFromJson(json['sqlType']) };
      case 'struct':
        if (Array.isArray(json['fields']))
          return { kind: 'struct', fields: json['fields'].filter(isRecord).map(fieldFromJson) };
    }
  return { kind: 'unsupported', name: JSON.stringify(json) ?? 'unknown' };
}

const fieldFromJson = ({ name, type, nullable, metadata }: Readonly<Record<string, unknown>>): StructField => ({
  name: String(name),
  type: typeFromJson(type),
  nullable: nullable !== false,
  ...(isRecord(metadata) && Object.keys(metadata).length > 0 ? { metadata: JSON.stringify(metadata) } : {}),
});

/** Reads a schema as plans carry it: DDL, or Spark's JSON. Throws a `SyntaxError` for a text that is neither. */
export function schemaFromText(text: string): StructType {
  if (!text.trimStart().startsWith('{')) return parseSchema(text);
  const type = typeFromJson(identity(text));
  if (type.kind !== 'struct') throw new SyntaxError(`schema "${text}" is not a struct`);
  return type;
}
