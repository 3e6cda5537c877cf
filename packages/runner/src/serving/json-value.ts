import { parseDate, parseDecimal, parseTime, parseTimestamp, type DataType, type Value } from '@millrace/spark-connect';
import { isVector, vector } from './json-vector.ts';
import { noDecimal, notInJson, unsuitable, type CellLocation } from './value-faults.ts';

const whole: Readonly<Record<string, number>> = { byte: 2 ** 7, short: 2 ** 15, integer: 2 ** 31 };

/** The number that a text is in decimal digits, with or without an exponent; other values as they are. */
const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : value;

/** What JSON has no numbers for. */
const strangeNumbers = new Map([NaN, Infinity, -Infinity].map((number) => [String(number), number]));

/** A value of JSON as a value of a type. Throws a `RunError` that names row and column for one that does not suit. */
export function read(value: unknown, type: DataType, cell: CellLocation): Value {
  if (value === null) return null;
  if (isVector(type)) return vector(value, cell);
  switch (type.kind) {
    case 'byte':
    case 'short':
    case 'integer': {
      const [number, limit] = [numberIn(value), whole[type.kind] ?? 0];
      if (typeof number === 'number' && Number.isInteger(number) && number >= -limit && number < limit) return number;
      throw unsuitable(value, type, cell);
    }
    case 'long': {
      const number = longIn(value);
      if (number !== undefined) return number;
      throw unsuitable(value, type, cell);
    }
    case 'float':
    case 'double': {
      const number = typeof value === 'string' ? (strangeNumbers.get(value.trim()) ?? numberIn(value)) : value;
      const fits = type.kind === 'double' || !Number.isFinite(number) || Number.isFinite(Math.fround(Number(number)));
      if (typeof number === 'number' && fits) return number;
      throw unsuitable(value, type, cell);
    }
    case 'decimal': {
      const text = typeof value === 'string' ? value.trim() : value;
      if ((typeof text === 'string' || typeof text === 'number') && fitsDecimal(text, type)) return text;
      throw noDecimal(value, type, cell);
    }
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'false') return value === 'true';
      throw unsuitable(value, type, cell);
    case 'string':
      if (typeof value === 'string') return value;
      if (typeof value === 'number' || typeof value === 'boolean') return String(value);
      throw unsuitable(value, type, cell);
    case 'date':
      if (typeof value === 'string' && isDate(value)) return value;
      throw unsuitable(value, type, cell);
    case 'timestamp':
    case 'timestamp_ntz': {
      const micros = typeof value === 'string' ? instant(value, type.kind === 'timestamp') : undefined;
      if (micros !== undefined) return micros;
      throw unsuitable(value, type, cell);
    }
    case 'array':
      if (Array.isArray(value)) return value.map((one: unknown) => read(one, type.element, cell));
      throw unsuitable(value, type, cell);
    default:
      throw notInJson(type, cell);
  }
}

/** The whole number of 64 bits that a number or a text is; undefined for other values. */
function longIn(value: unknown): bigint | undefined {
  const isWhole = typeof value === 'number' ? Number.isSafeInteger(value) : /^\s*-?\d{1,19}\s*$/.test(String(value));
  const number = isWhole && (typeof value === 'number' || typeof value === 'string') ? BigInt(value) : undefined;
  return number !== undefined && BigInt.asIntN(64, number) === number ? number : undefined;
}

/** What a reader of text gives; undefined if it refuses it. */
function unlessError<T>(reader: () => T): T | undefined {
  try {
    return reader();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** True for a number that a decimal holds without rounding. */
function fitsDecimal(value: string | number, { precision, scale }: { precision: number; scale: number }): boolean {
  const unscaled = unlessError(() => parseDecimal(value, scale));
  const limit = 10n ** BigInt(precision);
  return unscaled !== undefined && unscaled < limit && unscaled > -limit;
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && unlessError(() => parseDate(text)) !== undefined;

/**
 * Microseconds since the epoch of `YYYY-MM-DD[ HH:MM[:SS[.fraction]][zone]]`; in UTC, as sessions are, where it names no zone.
 * Parts of a microsecond are cut off, as Spark does. Undefined for a time that does not exist.
 */
function instant(text: string, mayNameZone: boolean): bigint | undefined {
  const [, date, clock = '00:00', fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,9})?(Z|[+-](?:0\d|1[0-8]):?[0-5]\d)?)?$/.exec(text) ?? [];
  if (date === undefined || (fraction !== '' && clock.length < 8) || (!mayNameZone && !['', 'Z'].includes(zone)))
    return undefined;
  return unlessError(() => {
    parseTime(clock);
    return parseTimestamp(`${date}T${clock}${fraction.slice(0, 7)}${zone}`);
  });
}
