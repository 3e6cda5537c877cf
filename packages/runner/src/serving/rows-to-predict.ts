import {
  parseDate,
  parseDecimal,
  parseTime,
  parseTimestamp,
  parseType,
  typeName,
  types,
  type DataType,
  type StructType,
  type Value,
} from '@millrace/spark-connect';
import { RunError } from '@millrace/errors';
import type { ColumnInfo } from '../results/events.ts';

/** What is known of the rows that a model reads. */
export interface ModelInput {
  /** The columns of the rows that it was made from. */
  readonly columns: readonly ColumnInfo[];
  /** Those that it reads to predict; null where that cannot be told: then it is given all that rows have. */
  readonly inputs: readonly string[] | null;
  /** What the places of vectors are called, by column. */
  readonly features: Readonly<Record<string, readonly (string | null)[]>>;
}

/** Rows ready for an engine. */
export interface RowsToPredict {
  readonly schema: StructType;
  readonly rows: readonly (readonly Value[])[];
}

type Row = Readonly<Record<string, unknown>>;

/** Most places of a vector. */
const mostPlaces = 1 << 20;

/**
 * Rows of JSON as rows of the columns that a model reads. A vector is given as `[1, 2]`, as `{size, indices, values}` or by
 * the names of its places, in one object or among the columns. Throws a `RunError` that names row and column for a value
 * that does not suit.
 */
export function rowsToPredict(given: readonly Row[], input: ModelInput): RowsToPredict {
  const known = new Map(input.columns.map(({ name, type }) => [name, type]));
  const names = input.inputs ?? input.columns.map(({ name }) => name);
  const wanted = names.length > 0 ? names : [...new Set(given.flatMap((row) => Object.keys(row)))];
  const isNeeded = input.inputs !== null;
  const columns = wanted.map((name) => {
    const places = input.features[name];
    const told = known.get(name);
    const type = told === undefined ? guessed(given, name, places) : parseType(told);
    return { name, type, places };
  });
  const rows = given.map((row, at) =>
    columns.map(({ name, type, places }) => {
      const value = Object.hasOwn(row, name) ? row[name] : ofPlaces(row, type, places);
      if (value === undefined) {
        if (isNeeded) throw missing(at, name, places);
        return null;
      }
      if (value === null && isNeeded && isVector(type)) throw noVector({ at, name, places });
      return read(value, type, { at, name, places });
    }),
  );
  return {
    schema: { kind: 'struct', fields: columns.map(({ name, type }) => ({ name, type, nullable: true })) },
    rows,
  };
}

interface Place {
  readonly at: number;
  readonly name: string;
  readonly places: readonly (string | null)[] | undefined;
}

const isVector = (type: DataType): boolean => typeName(type) === typeName(types.vector);

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

const wrong = ({ at, name }: Pick<Place, 'at' | 'name'>, what: string, remedy: string): RunError =>
  new RunError('WRONG_VALUE', `rows/${at}: the column "${name}" ${what}`, remedy, `rows/${at}/${name}`);

const missing = (at: number, name: string, places: Place['places']): RunError =>
  wrong(
    { at, name },
    'is missing, which the model reads',
    places === undefined
      ? 'give it a value, or null where none is known'
      : `give it as a list of ${places.length} numbers, or give ${places.slice(0, 5).join(', ')}${places.length > 5 ? ', …' : ''}`,
  );

/** The values of a vector that stand in a row under the names of its places; undefined where one is missing. */
function ofPlaces(row: Row, type: DataType, places: Place['places']): readonly unknown[] | undefined {
  if (!isVector(type) || places === undefined) return undefined;
  const values = places.map((place) => (place !== null && Object.hasOwn(row, place) ? row[place] : undefined));
  return values.includes(undefined) ? undefined : values;
}

/** The type of a column of which nothing is known but values. */
function guessed(given: readonly Row[], name: string, places: Place['places']): DataType {
  if (places !== undefined) return types.vector;
  const value = given.map((row) => row[name]).find((one) => one !== undefined && one !== null);
  if (typeof value === 'string') return types.string;
  if (typeof value === 'boolean') return types.boolean;
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? types.array(types.string) : types.vector;
  return typeof value === 'object' ? types.vector : types.double;
}

/**
 * Fails as `rowsToPredict` does for a row that has no vector, or one of another size, where a model tells how many numbers it
 * knows; `sizes`: by the names of columns in small letters.
 */
export function requireSizes(
  { schema, rows }: RowsToPredict,
  sizes: ReadonlyMap<string, number>,
  features: ModelInput['features'],
): void {
  for (const [column, { name }] of schema.fields.entries()) {
    const size = sizes.get(name.toLowerCase());
    if (size === undefined) continue;
    for (const [at, row] of rows.entries()) {
      const place = { at, name, places: features[name] };
      const found = placesOf(row[column] ?? null);
      if (found === undefined) throw noVector(place, row[column]);
      if (found !== size) throw ofAnotherSize(place, found, size);
    }
  }
}

/** How many numbers a vector or a list holds; undefined for what is neither. */
function placesOf(value: Value): number | undefined {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null || !('values' in value)) return undefined;
  const { size, values } = value as Readonly<Record<string, Value>>;
  return typeof size === 'number' ? size : Array.isArray(values) ? values.length : undefined;
}

const whole: Readonly<Record<string, number>> = { byte: 2 ** 7, short: 2 ** 15, integer: 2 ** 31 };

/** The number that a text is in decimal digits, with or without an exponent; other values as they are. */
const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : value;

/** What JSON has no numbers for. */
const strangeNumbers = new Map([NaN, Infinity, -Infinity].map((number) => [String(number), number]));

function read(value: unknown, type: DataType, place: Place): Value {
  if (value === null) return null;
  if (isVector(type)) return vector(value, place);
  switch (type.kind) {
    case 'byte':
    case 'short':
    case 'integer': {
      const [number, most] = [numberIn(value), whole[type.kind] ?? 0];
      if (typeof number === 'number' && Number.isInteger(number) && number >= -most && number < most) return number;
      throw unsuited(value, type, place);
    }
    case 'long': {
      const isWhole =
        typeof value === 'number' ? Number.isSafeInteger(value) : /^\s*-?\d{1,19}\s*$/.test(String(value));
      const number = isWhole && (typeof value === 'number' || typeof value === 'string') ? BigInt(value) : undefined;
      if (number !== undefined && BigInt.asIntN(64, number) === number) return number;
      throw unsuited(value, type, place);
    }
    case 'float':
    case 'double': {
      const number = typeof value === 'string' ? (strangeNumbers.get(value.trim()) ?? numberIn(value)) : value;
      const fits = type.kind === 'double' || !Number.isFinite(number) || Number.isFinite(Math.fround(Number(number)));
      if (typeof number === 'number' && fits) return number;
      throw unsuited(value, type, place);
    }
    case 'decimal': {
      const text = typeof value === 'string' ? value.trim() : value;
      if ((typeof text === 'string' || typeof text === 'number') && fitsDecimal(text, type)) return text;
      throw wrong(
        place,
        `holds ${shown(value)}, which is no ${typeName(type)}`,
        `give a number of at most ${type.precision - type.scale} digits before the point and ${type.scale} after it`,
      );
    }
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'false') return value === 'true';
      throw unsuited(value, type, place);
    case 'string':
      if (typeof value === 'string') return value;
      if (typeof value === 'number' || typeof value === 'boolean') return String(value);
      throw unsuited(value, type, place);
    case 'date':
      if (typeof value === 'string' && isDate(value)) return value;
      throw unsuited(value, type, place);
    case 'timestamp':
    case 'timestamp_ntz': {
      const micros = typeof value === 'string' ? instant(value, type.kind === 'timestamp') : undefined;
      if (micros !== undefined) return micros;
      throw unsuited(value, type, place);
    }
    case 'array':
      if (Array.isArray(value)) return value.map((one: unknown) => read(one, type.element, place));
      throw unsuited(value, type, place);
    default:
      throw wrong(
        place,
        `is of type ${typeName(type)}, which rows of JSON do not hold`,
        'predict for such rows by a workflow',
      );
  }
}

/** What a reader of text gives; undefined where it refuses it. */
function taken<T>(reader: () => T): T | undefined {
  try {
    return reader();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** True for a number that a decimal holds without rounding. */
function fitsDecimal(value: string | number, { precision, scale }: { precision: number; scale: number }): boolean {
  const unscaled = taken(() => parseDecimal(value, scale));
  const limit = 10n ** BigInt(precision);
  return unscaled !== undefined && unscaled < limit && unscaled > -limit;
}

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && taken(() => parseDate(text)) !== undefined;

/**
 * Microseconds since the epoch of `YYYY-MM-DD[ HH:MM[:SS[.fraction]][zone]]`; in UTC, as sessions are, where it names no zone.
 * Parts of a microsecond are cut off, as Spark does. Undefined for a time that does not exist.
 */
function instant(text: string, mayNameZone: boolean): bigint | undefined {
  const [, date, clock = '00:00', fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,9})?(Z|[+-](?:0\d|1[0-8]):?[0-5]\d)?)?$/.exec(text) ?? [];
  if (date === undefined || (fraction !== '' && clock.length < 8) || (!mayNameZone && !['', 'Z'].includes(zone)))
    return undefined;
  return taken(() => {
    parseTime(clock);
    return parseTimestamp(`${date}T${clock}${fraction.slice(0, 7)}${zone}`);
  });
}

const forms: Readonly<Partial<Record<DataType['kind'], string>>> = {
  date: 'give a date such as "2026-01-31"',
  timestamp: 'give a time such as "2026-01-31T12:00:00Z"',
  timestamp_ntz: 'give a time without a zone, such as "2026-01-31T12:00:00"',
  string: 'give a text',
  boolean: 'give true or false',
  array: 'give a list',
};

const unsuited = (value: unknown, type: DataType, place: Place): RunError =>
  wrong(
    place,
    `holds ${shown(value)}, which is no ${typeName(type)}`,
    forms[type.kind] ?? `give a number that ${type.kind === 'integer' ? 'an' : 'a'} ${typeName(type)} holds`,
  );

const noVector = (place: Place, value: unknown = null): RunError =>
  wrong(
    place,
    value === null ? 'is null, where the model reads a vector' : `holds ${shown(value)}, which is no vector`,
    vectorForms,
  );

function ofAnotherSize({ places, ...place }: Place, found: number, size: number): RunError {
  const names = places === undefined ? '' : `: ${places.slice(0, 5).join(', ')}${size > 5 ? ', …' : ''}`;
  const counted = (count: number): string => `${count} number${count === 1 ? '' : 's'}`;
  return wrong(place, `holds ${counted(found)}, and the model knows ${size}`, `give ${counted(size)}${names}`);
}

function vector(value: unknown, place: Place): Value {
  const numbers = (given: unknown): readonly number[] => {
    if (Array.isArray(given) && given.length <= mostPlaces) {
      // JSON has no number for a missing value
      const read = given.map((one: unknown) => (one === 'NaN' ? Number.NaN : one));
      if (read.every((one) => typeof one === 'number')) return read;
    }
    throw wrong(place, `holds ${shown(given)}, which is no list of numbers`, vectorForms);
  };
  const sized = (found: number, made: Value): Value => {
    const size = place.places?.length;
    if (size !== undefined && found !== size) throw ofAnotherSize(place, found, size);
    return made;
  };
  const dense = (values: readonly number[]): Value =>
    sized(values.length, { type: 1, size: null, indices: null, values: [...values] });
  if (Array.isArray(value)) return dense(numbers(value));
  if (typeof value !== 'object' || value === null) throw noVector(place, value);
  const { size, indices, values, ...rest } = value as Row;
  // features may have these names, too, and are numbers then
  if (Object.keys(rest).length === 0 && Array.isArray(indices) && Array.isArray(values)) {
    const [where, what] = [numbers(indices), numbers(values)];
    const most = typeof size === 'number' && Number.isInteger(size) && size > 0 && size <= mostPlaces ? size : 0;
    const rises = where.every(
      (one, i) => Number.isInteger(one) && one >= 0 && one < most && one > (where[i - 1] ?? -1),
    );
    if (most === 0 || where.length !== what.length || !rises) throw noVector(place, value);
    return sized(most, { type: 0, size: most, indices: [...where], values: [...what] });
  }
  const named = place.places?.map((name) => (name === null ? undefined : (value as Row)[name]));
  if (named === undefined || named.includes(undefined)) throw noVector(place, value);
  return dense(numbers(named));
}

const vectorForms =
  'give a list of numbers ("NaN" for one that is missing), {size, indices, values}, or the values by the names of the features';
