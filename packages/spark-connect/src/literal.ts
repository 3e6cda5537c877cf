import { create } from '@bufbuild/protobuf';
import { Expression_LiteralSchema, type Expression_Literal } from './proto.ts';
import { typeName, types, typeToProto, type DataType } from './types.ts';
import { formatDecimal, parseDate, parseDecimal, parseTimestamp, type InputValue } from './values.ts';

type LiteralType = Expression_Literal['literalType'];

/** A constant as Spark Connect's literal; the type is inferred unless given. Throws a `RangeError` for a bad value. */
export function literal(value: InputValue, type: DataType = inferType(value)): Expression_Literal {
  if (value === null || value === undefined)
    return create(Expression_LiteralSchema, { literalType: { case: 'null', value: typeToProto(type) } });
  return create(Expression_LiteralSchema, { literalType: literalType(value, type) });
}

/** Whole numbers are int, or bigint when they need it; other numbers double; `Date` timestamp. */
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
      return Math.abs(value) < 2 ** 31 ? types.integer : Number.isSafeInteger(value) ? types.long : types.double;
    default:
  }
  if (value instanceof Date) return types.timestamp;
  if (value instanceof Uint8Array) return types.binary;
  if (Array.isArray(value)) return types.array(inferType((value as InputValue[]).find((v) => v != null)));
  if (value instanceof Map) {
    const [key, item] = value.entries().next().value ?? [null, null];
    return types.map(inferType(key), inferType(item));
  }
  return types.struct(Object.entries(value).map(([name, v]) => types.field(name, inferType(v as InputValue))));
}

function literalType(value: NonNullable<InputValue>, type: DataType): LiteralType {
  switch (type.kind) {
    case 'boolean':
      if (typeof value === 'boolean') return { case: 'boolean', value };
      break;
    case 'byte':
    case 'short':
    case 'integer':
      if (typeof value === 'number' || typeof value === 'bigint') return { case: type.kind, value: Number(value) };
      break;
    case 'long':
      if (typeof value === 'number' || typeof value === 'bigint') return { case: 'long', value: BigInt(value) };
      break;
    case 'float':
    case 'double':
      if (typeof value === 'number' || typeof value === 'bigint') return { case: type.kind, value: Number(value) };
      break;
    case 'decimal':
      if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') {
        const text = formatDecimal(parseDecimal(value, type.scale), type.scale);
        return {
          case: 'decimal',
          value: {
            $typeName: 'spark.connect.Expression.Literal.Decimal',
            value: text,
            precision: type.precision,
            scale: type.scale,
          },
        };
      }
      break;
    case 'string':
      if (typeof value === 'string') return { case: 'string', value };
      break;
    case 'binary':
      if (value instanceof Uint8Array) return { case: 'binary', value };
      break;
    case 'date':
      if (typeof value === 'string') return { case: 'date', value: parseDate(value) };
      if (value instanceof Date) return { case: 'date', value: Math.floor(value.getTime() / 86_400_000) };
      break;
    case 'timestamp':
    case 'timestamp_ntz': {
      const name = type.kind === 'timestamp' ? 'timestamp' : 'timestampNtz';
      if (typeof value === 'string') return { case: name, value: parseTimestamp(value) };
      if (value instanceof Date) return { case: name, value: BigInt(value.getTime()) * 1000n };
      break;
    }
    case 'array':
      if (Array.isArray(value))
        return {
          case: 'array',
          value: {
            $typeName: 'spark.connect.Expression.Literal.Array',
            elementType: typeToProto(type.element),
            elements: (value as InputValue[]).map((v) => literal(v, type.element)),
          },
        };
      break;
    case 'map':
      if (value instanceof Map)
        return {
          case: 'map',
          value: {
            $typeName: 'spark.connect.Expression.Literal.Map',
            keyType: typeToProto(type.key),
            valueType: typeToProto(type.value),
            keys: [...value.keys()].map((v) => literal(v, type.key)),
            values: [...value.values()].map((v) => literal(v, type.value)),
          },
        };
      break;
    case 'struct':
      if (typeof value === 'object')
        return {
          case: 'struct',
          value: {
            $typeName: 'spark.connect.Expression.Literal.Struct',
            structType: typeToProto(type),
            elements: type.fields.map((f) => literal((value as Record<string, InputValue>)[f.name], f.type)),
          },
        };
      break;
    default:
  }
  throw new RangeError(`${String(value)} cannot be a constant of type ${typeName(type)}`);
}
