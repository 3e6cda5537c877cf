import { parseType, typeName, types, type DataType, type StructType, type Value } from '@millrace/spark-connect';
import { RunError } from '../errors.ts';
import type { ColumnInfo } from '../run/events.ts';

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

const whole: Readonly<Record<string, number>> = { byte: 2 ** 7, short: 2 ** 15, integer: 2 ** 31 };

function read(value: unknown, type: DataType, place: Place): Value {
  if (value === null) return null;
  if (isVector(type)) return vector(value, place);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  switch (type.kind) {
    case 'byte':
    case 'short':
    case 'integer': {
      const most = whole[type.kind] ?? 0;
      if (typeof number === 'number' && Number.isInteger(number) && number >= -most && number < most) return number;
      throw unsuited(value, type, place);
    }
    case 'long':
      if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
      if (typeof value === 'string' && /^\s*-?\d{1,18}\s*$/.test(value)) return BigInt(value);
      throw unsuited(value, type, place);
    case 'float':
    case 'double':
      if (typeof number === 'number' && (!Number.isNaN(number) || value === 'NaN')) return number;
      throw unsuited(value, type, place);
    case 'decimal':
      if (typeof number === 'number' && Number.isFinite(number))
        return typeof value === 'string' ? value.trim() : number;
      throw unsuited(value, type, place);
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
    case 'timestamp_ntz':
      if (typeof value === 'string' && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)))
        return type.kind === 'timestamp' ? new Date(value).toISOString() : value.replace(/Z$/, '').replace(' ', 'T');
      throw unsuited(value, type, place);
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

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const forms: Readonly<Partial<Record<DataType['kind'], string>>> = {
  date: 'give a date such as "2026-01-31"',
  timestamp: 'give a time such as "2026-01-31T12:00:00Z"',
  timestamp_ntz: 'give a time such as "2026-01-31T12:00:00"',
  string: 'give a text',
  boolean: 'give true or false',
  array: 'give a list',
};

const unsuited = (value: unknown, type: DataType, place: Place): RunError =>
  wrong(
    place,
    `holds ${shown(value)}, which is no ${typeName(type)}`,
    forms[type.kind] ?? `give a number that a ${typeName(type)} holds`,
  );

function vector(value: unknown, place: Place): Value {
  const numbers = (given: unknown): readonly number[] => {
    if (Array.isArray(given) && given.length <= mostPlaces && given.every((one) => typeof one === 'number'))
      return given;
    throw wrong(place, `holds ${shown(given)}, which is no list of numbers`, vectorForms);
  };
  const dense = (values: readonly number[]): Value => {
    const size = place.places?.length;
    if (size !== undefined && values.length !== size)
      throw wrong(
        place,
        `holds ${values.length} numbers, and the model knows ${size}`,
        `give ${size} numbers: ${place.places?.slice(0, 5).join(', ')}${size > 5 ? ', …' : ''}`,
      );
    return { type: 1, size: null, indices: null, values: [...values] };
  };
  if (Array.isArray(value)) return dense(numbers(value));
  if (typeof value !== 'object' || value === null)
    throw wrong(place, `holds ${shown(value)}, which is no vector`, vectorForms);
  const { size, indices, values, ...rest } = value as Row;
  if (Object.keys(rest).length === 0 && size !== undefined) {
    const [where, what] = [numbers(indices), numbers(values)];
    const most = typeof size === 'number' && Number.isInteger(size) && size > 0 && size <= mostPlaces ? size : 0;
    const rises = where.every(
      (one, i) => Number.isInteger(one) && one >= 0 && one < most && one > (where[i - 1] ?? -1),
    );
    if (most === 0 || where.length !== what.length || !rises)
      throw wrong(place, `holds ${shown(value)}, which is no vector`, vectorForms);
    return { type: 0, size: most, indices: [...where], values: [...what] };
  }
  const named = place.places?.map((name) => (name === null ? undefined : (value as Row)[name]));
  if (named === undefined || named.includes(undefined))
    throw wrong(place, `holds ${shown(value)}, which is no vector`, vectorForms);
  return dense(numbers(named));
}

const vectorForms = 'give a list of numbers, {size, indices, values}, or the values by the names of the features';
