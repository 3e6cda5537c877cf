import { typeName, type DataType } from '../types.ts';
import { parseDate, parseDecimal, parseTime, parseTimestamp, type InputValue, type Value } from '../values.ts';

/** Turns a value of ours into what flechette's builder for the *stored* Arrow type takes. Throws a `RangeError`. */
export type WriteValue = (value: NonNullable<InputValue>) => unknown;

const limits = {
  byte: [-128n, 127n],
  short: [-32_768n, 32_767n],
  integer: [-2_147_483_648n, 2_147_483_647n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
} as const;

/** Arrow keeps a calendar interval's time in nanoseconds. */
const intervalMicros = (2n ** 63n - 1n) / 1000n;

/** Turns the values of a type into what the builder takes. Throws a `RangeError` for a type that cannot be sent. */
export function writer(type: DataType): WriteValue {
  switch (type.kind) {
    case 'void':
      return () => {
        throw new RangeError('a void column can only hold null');
      };
    case 'byte':
    case 'short':
    case 'integer':
    case 'long':
      return wholeWriter(type.kind);
    case 'float':
    case 'double':
      return float;
    case 'boolean':
      return boolean;
    case 'decimal':
      return decimalWriter(type);
    case 'string':
      return text;
    case 'char':
    case 'varchar':
      return boundedTextWriter(type);
    case 'binary':
      return bytes;
    case 'date':
      return (value) => (value instanceof Date ? Math.floor(millis(value) / 86_400_000) : parseDate(text(value)));
    case 'timestamp':
    case 'timestamp_ntz':
      return timestamp;
    case 'time':
      return (value) => BigInt(parseTime(text(value))) * 1000n;
    case 'day_time_interval':
      return integer;
    case 'year_month_interval':
      return (value) => Number(integer(value));
    case 'interval':
      return calendarInterval;
    case 'array':
      return arrayWriter(type);
    case 'map':
      return mapWriter(type);
    case 'struct':
      return structWriter(type);
    case 'udt':
      return writer(type.sqlType);
    default:
      throw new RangeError(`values of type ${typeName(type)} cannot be sent`);
  }
}

type Of<K extends DataType['kind']> = Extract<DataType, { kind: K }>;

function wholeWriter(kind: keyof typeof limits): WriteValue {
  const [low, high] = limits[kind];
  return (value) => {
    const n = integer(value);
    if (n < low || n > high) throw new RangeError(`${n} does not fit`);
    return kind === 'long' ? n : Number(n);
  };
}

function decimalWriter({ precision, scale }: Of<'decimal'>): WriteValue {
  const limit = 10n ** BigInt(precision);
  return (value) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint')
      throw unsuitable(value, 'a decimal number');
    const unscaled = parseDecimal(value, scale);
    if (unscaled >= limit || unscaled <= -limit) throw new RangeError(`${value} does not fit`);
    return unscaled;
  };
}

const boundedTextWriter =
  ({ kind, length }: Of<'char' | 'varchar'>): WriteValue =>
  (value) => {
    const characters = text(value);
    if ([...characters].length > length) throw new RangeError(`"${characters}" is longer than ${length} characters`);
    return kind === 'char' ? characters.padEnd(length) : characters;
  };

function arrayWriter({ element, containsNull }: Of<'array'>): WriteValue {
  const write = (containsNull ? nullable : present)(writer(element));
  return (value) => {
    if (!Array.isArray(value)) throw unsuitable(value, 'an array');
    return (value as readonly InputValue[]).map(write);
  };
}

function mapWriter(type: Of<'map'>): WriteValue {
  const [key, item] = [writer(type.key), nullable(writer(type.value))];
  return (value) => {
    if (typeof value !== 'object' || Array.isArray(value)) throw unsuitable(value, 'a Map');
    const entries = value instanceof Map ? [...(value as ReadonlyMap<Value, Value>)] : Object.entries(value);
    return entries.map(([k, v]) => {
      if (k === null) throw new RangeError('null cannot be a key of a map');
      return [key(k), item(v)];
    });
  };
}

function structWriter(type: Of<'struct'>): WriteValue {
  // keyed by position: field names may repeat
  const fields = type.fields.map((f, i) => ({
    name: f.name,
    at: i,
    write: (f.nullable ? nullable : present)(writer(f.type)),
  }));
  return (value) => {
    if (typeof value !== 'object') throw unsuitable(value, 'an object');
    const part = Array.isArray(value)
      ? (_: string, at: number) => (value as readonly InputValue[])[at]
      : (name: string) => (value as Readonly<Record<string, InputValue>>)[name];
    return Object.fromEntries(fields.map(({ name, at, write }) => [`c${at}`, write(part(name, at))]));
  };
}

const float: WriteValue = (value) => {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw unsuitable(value, 'a number');
  return Number(value);
};

const boolean: WriteValue = (value) => {
  if (typeof value !== 'boolean') throw unsuitable(value, 'true or false');
  return value;
};

const bytes: WriteValue = (value) => {
  if (!(value instanceof Uint8Array)) throw unsuitable(value, 'a Uint8Array');
  return value;
};

const timestamp: WriteValue = (value) => {
  if (value instanceof Date) return BigInt(millis(value)) * 1000n;
  return typeof value === 'bigint' ? value : parseTimestamp(text(value));
};

const nullable =
  (write: WriteValue) =>
  (value: InputValue): unknown =>
    value === null || value === undefined ? null : write(value);

const present =
  (write: WriteValue) =>
  (value: InputValue): unknown => {
    if (value === null || value === undefined) throw new RangeError('null where it is not taken');
    return write(value);
  };

const unsuitable = (value: unknown, requirement: string): RangeError =>
  new RangeError(`${typeof value === 'string' ? `"${value}"` : String(value)} is not ${requirement}`);

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw unsuitable(value, 'text');
  return value;
};

const integer = (value: unknown): bigint => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw unsuitable(value, 'a whole number');
};

const millis = (date: Date): number => {
  const time = date.getTime();
  if (Number.isNaN(time)) throw new RangeError('an invalid Date');
  return time;
};

/** 16 bytes: months, days, nanoseconds. */
function calendarInterval(value: NonNullable<InputValue>): Uint8Array {
  if (typeof value !== 'object' || !('months' in value && 'days' in value && 'microseconds' in value))
    throw unsuitable(value, 'an interval { months, days, microseconds }');
  const micros = integer(value.microseconds);
  if (micros > intervalMicros || micros < -intervalMicros)
    throw new RangeError(`${micros} microseconds do not fit: an interval's time holds about 292 years`);
  const view = new DataView(new ArrayBuffer(16));
  view.setInt32(0, Number(integer(value.months)), true);
  view.setInt32(4, Number(integer(value.days)), true);
  view.setBigInt64(8, micros * 1000n, true);
  return new Uint8Array(view.buffer);
}
