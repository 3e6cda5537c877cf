import { types, type DataType } from '@millrace/spark-connect';
import { commonType } from './widen.ts';

/**
 * The type of JSON texts: whole numbers are bigint, others double; objects structs with their names in order; what is
 * null in all texts, or of types that do not go together, is text. Texts that are no JSON are passed over.
 */
export function typeOfJson(texts: readonly string[]): DataType {
  const values = texts.flatMap((text) => {
    try {
      return [
        JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
          typeof value === 'number'
            ? /[.eE]/.test(context?.source ?? '') || !isLong(context?.source)
              ? types.double
              : types.long
            : value,
        ) as unknown,
      ];
    } catch (error) {
      if (error instanceof SyntaxError) return [];
      throw error;
    }
  });
  return concrete(values.map(typeOfValue).reduce(mergeTypes, types.void));
}

const isLong = (digits = '0'): boolean => BigInt(digits) === BigInt.asIntN(64, BigInt(digits));

/** Numbers stand here as their types already. */
function typeOfValue(value: unknown): DataType {
  if (value === null || value === undefined) return types.void;
  if (value === types.double || value === types.long) return value === types.double ? types.double : types.long;
  if (Array.isArray(value)) return types.array(value.map(typeOfValue).reduce(mergeTypes, types.void));
  if (typeof value === 'boolean') return types.boolean;
  if (typeof value !== 'object') return types.string;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return types.struct(entries.map(([name, v]) => types.field(name, typeOfValue(v))));
}

/** The type that holds both, structs with the fields of both; text if there is none. */
export function mergeTypes(a: DataType, b: DataType): DataType {
  if (a.kind === 'array' && b.kind === 'array') return types.array(mergeTypes(a.element, b.element));
  if (a.kind !== 'struct' || b.kind !== 'struct') return commonType(a, b) ?? types.string;
  const names = [...new Set([...a.fields, ...b.fields].map((f) => f.name))].sort();
  const typeIn = (struct: typeof a, name: string): DataType =>
    struct.fields.find((f) => f.name === name)?.type ?? types.void;
  return types.struct(names.map((name) => types.field(name, mergeTypes(typeIn(a, name), typeIn(b, name)))));
}

/** Text for what is unknown. */
export function concrete(type: DataType): DataType {
  if (type.kind === 'void') return types.string;
  if (type.kind === 'array') return types.array(concrete(type.element));
  return type.kind === 'struct' ? types.struct(type.fields.map((f) => types.field(f.name, concrete(f.type)))) : type;
}
