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

type LiteralInput = NonNullable<InputValue>;
type Of<K extends DataType['kind']> = Extract<DataType, { kind: K }>;

function literalOf(value: LiteralInput, type: DataType): LiteralType {
  const literalType = scalarOf(value, type) ?? containerOf(value, type);
  if (literalType !== undefined) return literalType;
  throw new RangeError(
    `${typeof value === 'string' ? `"${value}"` : String(value)} cannot be a constant of type ${typeName(type)}`,
  );
}

/** A literal of a type without elements; undefined for other types, and for a value that is none of the type. */
function scalarOf(value: LiteralInput, type: DataType): LiteralType | undefined {
  switch (type.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? { case: 'boolean', value } : undefined;
    case 'byte':
    case 'short':
    case 'integer':
    case 'long':
      return wholeOf(value, type.kind);
    case 'float':
    case 'double':
      return isNumber(value) ? { case: type.kind, value: Number(value) } : undefined;
    case 'decimal':
      return decimalOf(value, type);
    case 'string':
    case 'char':
    case 'varchar':
      return typeof value === 'string' ? { case: 'string', value } : undefined;
    case 'binary':
      return value instanceof Uint8Array ? { case: 'binary', value } : undefined;
    case 'date':
      if (typeof value === 'string') return { case: 'date', value: parseDate(value) };
      return isDate(value) ? { case: 'date', value: Math.floor(value.getTime() / 86_400_000) } : undefined;
    case 'timestamp':
      return timestampOf(value, 'timestamp');
    case 'timestamp_ntz':
      return timestampOf(value, 'timestampNtz');
    case 'time':
      return typeof value === 'string'
        ? { case: 'time', value: { nano: BigInt(parseTime(value)) * 1000n, precision: type.precision } }
        : undefined;
    case 'year_month_interval':
      return isWhole(value) ? { case: 'yearMonthInterval', value: Number(value) } : undefined;
    case 'day_time_interval':
      return isWhole(value) ? { case: 'dayTimeInterval', value: BigInt(value) } : undefined;
    case 'interval':
      return calendarIntervalOf(value);
    default:
      return undefined;
  }
}

function containerOf(value: LiteralInput, type: DataType): LiteralType | undefined {
  switch (type.kind) {
    case 'array':
      return arrayOf(value, type);
    case 'map':
      return mapOf(value, type);
    case 'struct':
      return structOf(value, type);
    default:
      return undefined;
  }
}

function wholeOf(value: LiteralInput, kind: keyof typeof integers): LiteralType | undefined {
  if (!isWhole(value)) return undefined;
  const [whole, limit] = [BigInt(value), integers[kind]];
  if (whole < -limit || whole >= limit) return undefined;
  return kind === 'long' ? { case: 'long', value: whole } : { case: kind, value: Number(value) };
}

function decimalOf(value: LiteralInput, { precision, scale }: Of<'decimal'>): LiteralType | undefined {
  if (!isNumber(value) && typeof value !== 'string') return undefined;
  const unscaled = parseDecimal(value, scale);
  if (unscaled >= 10n ** BigInt(precision) || unscaled <= -(10n ** BigInt(precision))) return undefined;
  return { case: 'decimal', value: { value: formatDecimal(unscaled, scale), precision, scale } };
}

function timestampOf(value: LiteralInput, name: 'timestamp' | 'timestampNtz'): LiteralType | undefined {
  if (typeof value === 'string') return { case: name, value: parseTimestamp(value) };
  if (typeof value === 'bigint') return { case: name, value };
  return isDate(value) ? { case: name, value: BigInt(value.getTime()) * 1000n } : undefined;
}

function calendarIntervalOf(value: LiteralInput): LiteralType | undefined {
  if (typeof value !== 'object' || !('months' in value && 'days' in value && 'microseconds' in value)) return undefined;
  return {
    case: 'calendarInterval',
    value: {
      months: Number(value.months),
      days: Number(value.days),
      microseconds: BigInt(String(value.microseconds)),
    },
  };
}

function arrayOf(value: LiteralInput, { element }: Of<'array'>): LiteralType | undefined {
  if (!Array.isArray(value)) return undefined;
  const elements = (value as readonly InputValue[]).map((v) => literal(v, element));
  return { case: 'array', value: { elementType: typeToProto(element), elements } };
}

function mapOf(value: LiteralInput, type: Of<'map'>): LiteralType | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  const map = value instanceof Map ? (value as ReadonlyMap<InputValue, InputValue>) : new Map(Object.entries(value));
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

function structOf(value: LiteralInput, type: Of<'struct'>): LiteralType | undefined {
  if (typeof value !== 'object') return undefined;
  const part = Array.isArray(value)
    ? (_: string, at: number) => (value as readonly InputValue[])[at]
    : (name: string) => (value as Readonly<Record<string, InputValue>>)[name];
  const elements = type.fields.map((f, at) => literal(part(f.name, at), f.type));
  return { case: 'struct', value: { structType: typeToProto(type), elements } };
}

const isNumber = (value: LiteralInput): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

const isDate = (value: LiteralInput): value is Date => value instanceof Date && !Number.isNaN(value.getTime());

const isWhole = (value: LiteralInput): value is number | bigint => typeof value === 'bigint' || Number.isInteger(value);

/** The value of a literal that an engine sent (observed metrics), as everywhere in this package. */
export function valueOfLiteral(literal: Expression_Literal | undefined): Value {
  const literalType = literal?.literalType;
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
      const literalSchema = typeFromProto(structType ?? literal?.dataType);
      const type = literalSchema.kind === 'udt' ? literalSchema.sqlType : literalSchema;
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
