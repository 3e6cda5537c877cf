import { types, type DataType, type StructType, type Value } from '@millrace/spark-connect';
import type { Json } from '@millrace/workflow';

const isRecord = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The type that Spark's JSON reader would infer for values: whole numbers are bigint, others double, both together
 * double; records are structs (keys as they come first), lists arrays; what does not go together is text. Nothing but
 * nulls is text.
 */
export function inferType(values: readonly Json[]): DataType {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return types.string;
  if (present.every((value) => typeof value === 'boolean')) return types.boolean;
  if (present.every((value) => typeof value === 'number'))
    return present.every((value) => Number.isSafeInteger(value)) ? types.long : types.double;
  if (present.every(Array.isArray)) return types.array(inferType(present.flat(1) as Json[]));
  if (present.every(isRecord)) return inferSchema(present);
  return types.string;
}

/** The columns of records: keys in the order in which they come first. */
export function inferSchema(records: readonly { readonly [name: string]: Json }[]): StructType {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return types.struct(names.map((name) => types.field(name, inferType(records.map((record) => record[name] ?? null)))));
}

/** A JSON value as a value of a type that was inferred for it. */
export function valueOf(json: Json | undefined, type: DataType): Value {
  if (json === undefined || json === null) return null;
  switch (type.kind) {
    case 'long':
      return BigInt(json as number);
    case 'string':
      return typeof json === 'string' ? json : JSON.stringify(json);
    case 'array':
      return (json as readonly Json[]).map((item) => valueOf(item, type.element));
    case 'struct':
      return Object.fromEntries(
        type.fields.map((field) => [field.name, valueOf(isRecord(json) ? json[field.name] : null, field.type)]),
      );
    default:
      return json as number | boolean;
  }
}
