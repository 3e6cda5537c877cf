import {
  arrayOf,
  decimal,
  mapOf,
  nullType,
  sameType,
  simple,
  type SparkType,
  structOf,
  unknownType,
} from '../ast/types.ts';

type Kind = SparkType['kind'];

const integers: readonly Kind[] = ['byte', 'short', 'integer', 'long'];
const numbers: readonly Kind[] = [...integers, 'float', 'double'];
const datetimes: readonly Kind[] = ['date', 'timestamp_ntz', 'timestamp'];
const integerDigits: Readonly<Partial<Record<Kind, number>>> = { byte: 3, short: 5, integer: 10, long: 20 };

export const isInteger = (type: SparkType): boolean => integers.includes(type.kind);
export const isNumber = (type: SparkType): boolean => type.kind === 'decimal' || numbers.includes(type.kind);

/** A decimal cut to Spark's 38 digits, keeping at least 6 behind the point (`DecimalType.adjustPrecisionScale`). */
export function adjustedDecimal(precision: number, scale: number): SparkType {
  if (precision <= 38) return decimal(precision, scale);
  const whole = precision - scale;
  return decimal(38, Math.max(38 - whole, Math.min(scale, 6)));
}

/** The decimal type that holds every value of an integer or decimal type. */
export function asDecimal(type: SparkType): { precision: number; scale: number } | undefined {
  if (type.kind === 'decimal') return type;
  const precision = integerDigits[type.kind];
  return precision === undefined ? undefined : { precision, scale: 0 };
}

/**
 * The type that CASE, COALESCE, set operations and comparisons bring two types to, in ANSI mode
 * (Spark's `AnsiTypeCoercion.findWiderTypeForTwo`); `unknown` where Spark would refuse or the rule is not known here.
 */
export function wider(a: SparkType, b: SparkType): SparkType {
  if (sameType(a, b)) return a;
  if (a.kind === 'void') return b;
  if (b.kind === 'void') return a;
  if (a.kind === 'string' || b.kind === 'string') return widerWithString(a.kind === 'string' ? b : a);
  if (isNumber(a) && isNumber(b)) return widerNumber(a, b);
  if (datetimes.includes(a.kind) && datetimes.includes(b.kind)) {
    return simple(a.kind === 'timestamp' || b.kind === 'timestamp' ? 'timestamp' : 'timestamp_ntz');
  }
  if (a.kind === 'array' && b.kind === 'array') return arrayOf(wider(a.element, b.element));
  if (a.kind === 'map' && b.kind === 'map') return mapOf(wider(a.key, b.key), wider(a.value, b.value));
  if (a.kind === 'struct' && b.kind === 'struct' && a.fields.length === b.fields.length) {
    return structOf(a.fields.map((f, i) => ({ name: f.name, type: wider(f.type, b.fields[i]?.type ?? unknownType) })));
  }
  return unknownType;
}

/** In ANSI mode a string with another type becomes that type; with integers bigint, with fractions double. */
function widerWithString(other: SparkType): SparkType {
  if (isInteger(other)) return simple('long');
  if (isNumber(other)) return simple('double');
  return ['date', 'timestamp', 'timestamp_ntz', 'boolean', 'binary'].includes(other.kind) ? other : unknownType;
}

function widerNumber(a: SparkType, b: SparkType): SparkType {
  if (a.kind === 'decimal' || b.kind === 'decimal') {
    const left = asDecimal(a);
    const right = asDecimal(b);
    if (!left || !right) return simple('double');
    const scale = Math.max(left.scale, right.scale);
    return boundedDecimal(Math.max(left.precision - left.scale, right.precision - right.scale) + scale, scale);
  }
  const widest = Math.max(numbers.indexOf(a.kind), numbers.indexOf(b.kind));
  if (numbers[widest] === 'float' && a.kind !== b.kind) return simple('double');
  return numbers.indexOf(a.kind) === widest ? a : b;
}

/** Spark's `DecimalPrecision.widerDecimalType`: digits before the point stay, those after it give way. */
function boundedDecimal(precision: number, scale: number): SparkType {
  return precision <= 38 ? decimal(precision, scale) : decimal(38, Math.max(0, scale - (precision - 38)));
}

/** The widest of several types; `null` when there is none. */
export const widest = (types: SparkType[]): SparkType => types.reduce(wider, nullType);
