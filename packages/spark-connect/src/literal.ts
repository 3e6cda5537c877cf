import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { inferType } from './infer.ts';
import { Expression_LiteralSchema, type Expression_Literal } from './proto.ts';
import { typeFromProto, typeToProto } from './proto-types.ts';
import { typeName, type DataType } from './types.ts';
import {
  formatDate,
  formatDecimal,
  formatTime,
  formatTimestamp,
  parseDate,
  parseDecimal,
  parseTime,
  parseTimestamp,
  type InputValue,
  type Value,
} from './values.ts';

export { inferType } from './infer.ts';

type LiteralType = NonNullable<MessageInitShape<typeof Expression_LiteralSchema>['literalType']>;

/** A constant as Spark Connect's literal; the type is inferred unless given. Throws a `RangeError` for a bad value. */
export function literal(value: InputValue, type: DataType = inferType(value)): Expression_Literal {
  const literalType: LiteralType =
    value === null || value === undefined ? { case: 'null', value: typeToProto(type) } : literalOf(value, type);
  return create(Expression_LiteralSchema, { literalType });
}

const integers = { byte: 2n ** 7n, short: 2n ** 15n, integer: 2n ** 31n, long: 2n ** 63n } as const;

function literalOf(value: NonNullable<InputValue>, type: DataType): LiteralType {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  switch (type.kind) {
    case 'boolean':
      if (typeof value === 'boolean') return { case: 'boolean', value };
      break;
    case 'byte':
    case 'short':
    case 'integer':
    case 'long': {
      if (!isNumber || !isWhole(value)) break;
      const [whole, limit] = [BigInt(value), integers[type.kind]];
      if (whole < -limit || whole >= limit) break;
      return type.kind === 'long' ? { case: 'long', value: whole } : { case: type.kind, value: Number(value) };
    }
    case 'float':
    case 'double':
      if (isNumber) return { case: type.kind, value: Number(value) };
      break;
    case 'decimal': {
      if (!isNumber && typeof value !== 'string') break;
      const { precision, scale } = type;
      const unscaled = parseDecimal(value, scale);
      if (unscaled >= 10n ** BigInt(precision) || unscaled <= -(10n ** BigInt(precision))) break;
      return { case: 'decimal', value: { value: formatDecimal(unscaled, scale), precision, scale } };
    }
    case 'string':
    case 'char':
    case 'varchar':
      if (typeof value === 'string') return { case: 'string', value };
      break;
    case 'binary':
      if (value instanceof Uint8Array) return { case: 'binary', value };
      break;
    case 'date':
      if (typeof value === 'string') return { case: 'date', value: parseDate(value) };
      if (value instanceof Date && isDate(value))
        return { case: 'date', value: Math.floor(value.getTime() / 86_400_000) };
      break;
    case 'timestamp':
    case 'timestamp_ntz': {
      const name = type.kind === 'timestamp' ? 'timestamp' : 'timestampNtz';
      if (typeof value === 'string') return { case: name, value: parseTimestamp(value) };
      if (typeof value === 'bigint') return { case: name, value };
      if (value instanceof Date && isDate(value)) return { case: name, value: BigInt(value.getTime()) * 1000n };
      break;
    }
    case 'time':
      if (typeof value === 'string')
        return { case: 'time', value: { nano: BigInt(parseTime(value)) * 1000n, precision: type.precision } };
      break;
    case 'year_month_interval':
      if (isNumber && isWhole(value)) return { case: 'yearMonthInterval', value: Number(value) };
      break;
    case 'day_time_interval':
      if (isNumber && isWhole(value)) return { case: 'dayTimeInterval', value: BigInt(value) };
      break;
    case 'interval':
      if (typeof value === 'object' && 'months' in value && 'days' in value && 'microseconds' in value)
        return {
          case: 'calendarInterval',
          value: {
            months: Number(value.months),
            days: Number(value.days),
            microseconds: BigInt(String(value.microseconds)),
          },
        };
      break;
    case 'array':
      if (Array.isArray(value)) {
        const elements = (value as readonly InputValue[]).map((v) => literal(v, type.element));
        return { case: 'array', value: { elementType: typeToProto(type.element), elements } };
      }
      break;
    case 'map':
      if (typeof value === 'object' && !Array.isArray(value)) {
        const map =
          value instanceof Map ? (value as ReadonlyMap<InputValue, InputValue>) : new Map(Object.entries(value));
        return {
          case: 'map',
          value: {
            keyType: typeToProto(type.key),
            valueType: typeToProto(type.value),
            keys: [...map.keys()].map((v) => literal(v, type.key)),
            values: [...map.values()].map((v) => literal(v, type.value)),
          },
        };
      }
      break;
    case 'struct':
      if (typeof value === 'object') {
        const part = Array.isArray(value)
          ? (_: string, at: number) => (value as readonly InputValue[])[at]
          : (name: string) => (value as Readonly<Record<string, InputValue>>)[name];
        const elements = type.fields.map((f, at) => literal(part(f.name, at), f.type));
        return { case: 'struct', value: { structType: typeToProto(type), elements } };
      }
      break;
    default:
  }
  throw new RangeError(
    `${typeof value === 'string' ? `"${value}"` : String(value)} cannot be a constant of type ${typeName(type)}`,
  );
}

const isDate = (date: Date): boolean => !Number.isNaN(date.getTime());

const isWhole = (value: number | bigint): boolean => typeof value === 'bigint' || Number.isInteger(value);

/** The value of a literal that an engine sent (observed metrics), as everywhere in this package. */
export function valueOfLiteral(sent: Expression_Literal | undefined): Value {
  const literalType = sent?.literalType;
  switch (literalType?.case) {
    case undefined:
    case 'null':
      return null;
    case 'decimal': {
      const { value, scale } = literalType.value;
      return scale === undefined ? value : formatDecimal(parseDecimal(value, scale), scale);
    }
    case 'date':
      return formatDate(literalType.value);
    case 'timestamp':
      return `${formatTimestamp(literalType.value)}Z`;
    case 'timestampNtz':
      return formatTimestamp(literalType.value);
    case 'time':
      return formatTime(Number(literalType.value.nano / 1000n));
    case 'calendarInterval': {
      const { months, days, microseconds } = literalType.value;
      return { months, days, microseconds };
    }
    case 'array':
      return literalType.value.elements.map(valueOfLiteral);
    case 'specializedArray':
      return [...(literalType.value.valueType.value?.values ?? [])];
    case 'map': {
      const { keys, values } = literalType.value;
      return new Map(keys.map((key, i) => [valueOfLiteral(key), valueOfLiteral(values[i])]));
    }
    case 'struct': {
      const { structType, elements } = literalType.value;
      // Spark 4.3 puts the type next to the literal
      const sentType = typeFromProto(structType ?? sent?.dataType);
      const type = sentType.kind === 'udt' ? sentType.sqlType : sentType;
      const names = type.kind === 'struct' ? type.fields.map((f) => f.name) : [];
      return Object.fromEntries(elements.map((element, i) => [names[i] ?? `_${i + 1}`, valueOfLiteral(element)]));
    }
    case 'timestampNtzNanos':
    case 'timestampLtzNanos':
      throw new RangeError('the engine sent a timestamp with nanoseconds, which this client does not know');
    default:
      return literalType?.value ?? null;
  }
}
