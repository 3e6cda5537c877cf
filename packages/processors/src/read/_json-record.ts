import { types, type DataType, type StructType, type Value } from '@millrace/spark-connect';
import { concrete, mergeTypes } from '../kit/json-type.ts';

/** A number as it is written: nothing of its digits is lost. */
class JsonNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonRecord;

/** One record of JSON, with its numbers as they are written. */
export interface JsonRecord {
  readonly [name: string]: JsonValue;
}

/** What keeps a text from being read as one record of JSON: what follows its name in a sentence. */
export class NoRecord extends Error {
  override readonly name = 'NoRecord';
}

/** Reads a text that is one JSON object (RFC 8259). Throws {@link NoRecord} for any other. */
export function readRecord(text: string): JsonRecord {
  const value = parse(text);
  if (depthOf(value) > maxDepth) throw new NoRecord(`is nested more than ${maxDepth} levels deep`);
  if (isRecord(value)) return value;
  throw new NoRecord(
    Array.isArray(value)
      ? `is a list of ${value.length} JSON values, not a single record`
      : 'is a JSON value but not a record',
  );
}

/** The records of a text that is one JSON object, or a list of them. Throws {@link NoRecord} for any other. */
export function readRecords(text: string): readonly JsonRecord[] {
  const value = parse(text);
  const records: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  if (records.every(isRecord)) return records;
  throw new NoRecord('is a JSON value but not a record');
}

function parse(text: string): JsonValue {
  if (text.trim() === '') throw new NoRecord('is empty, not a JSON record');
  try {
    return JSON.parse(text, (_name, value: JsonValue, { source }: { readonly source?: string } = {}) =>
      typeof value === 'number' ? new JsonNumber(source ?? String(value)) : value,
    ) as JsonValue;
  } catch (error) {
    if (error instanceof RangeError) throw new NoRecord('is nested too deeply');
    if (!(error instanceof SyntaxError)) throw error;
    // V8 quotes the text around the place; of that only the place is given
    const position = / at position \d+(?: \(line \d+ column \d+\))?/.exec(error.message)?.[0] ?? '';
    throw new NoRecord(
      /^Unexpected non-whitespace character after JSON/.test(error.message)
        ? `has more text after its first JSON value${position}: must be a single record`
        : `is not valid JSON${/end of JSON input|Unterminated/.test(error.message) ? ': it ends unexpectedly' : position}`,
    );
  }
}

/** Levels that can be walked through by recursion, and those of which engines and the protocol take a type. */
const [maxDepth, maxTypeDepth] = [500, 24];

/** How many lists and records stand inside each other. */
function depthOf(value: JsonValue): number {
  let depth = 0;
  let level = [value].filter(isContainer);
  for (; level.length > 0; depth++) level = level.flatMap((item) => Object.values(item)).filter(isContainer);
  return depth;
}

const isContainer = (value: JsonValue): value is readonly JsonValue[] | JsonRecord =>
  typeof value === 'object' && value !== null && !(value instanceof JsonNumber);

const isRecord = (value: JsonValue): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);

/**
 * The columns of a record as Spark's JSON reader infers them: names in order; whole numbers bigint, decimal where they
 * are longer, others double; values of several types in a list, and nulls, text. What is known of nothing, an empty
 * record, is no column. Throws {@link NoRecord} for more levels than engines take. Source: Spark, JsonInferSchema.
 */
export function schemaOfRecord(record: JsonRecord): StructType {
  if (depthOf(record) > maxTypeDepth)
    throw new NoRecord(`is nested more than ${maxTypeDepth} levels deep and has no declared columns`);
  const type = withoutEmpty(typeOf(record));
  const recordType = type === undefined ? undefined : concrete(type);
  if (recordType?.kind !== 'struct') throw new NoRecord('is a record without values, so it has no columns');
  return recordType;
}

function typeOf(value: JsonValue): DataType {
  if (value === null) return types.void;
  if (typeof value === 'boolean') return types.boolean;
  if (typeof value === 'string') return types.string;
  if (value instanceof JsonNumber) return typeOfNumber(value.digits);
  if (!isRecord(value)) return types.array(value.map(typeOf).reduce(mergeTypes, types.void));
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return types.struct(entries.map(([name, item]) => types.field(name, typeOf(item))));
}

const maxDigits = 38;

function typeOfNumber(digits: string): DataType {
  if (!/^-?\d+$/.test(digits)) return types.double;
  const whole = BigInt(digits);
  if (whole === BigInt.asIntN(64, whole)) return types.long;
  const length = digits.replace('-', '').length;
  return length <= maxDigits ? types.decimal(length, 0) : types.double;
}

/** The type without records that have no fields; undefined if nothing is left. */
function withoutEmpty(type: DataType): DataType | undefined {
  if (type.kind === 'array') {
    const element = withoutEmpty(type.element);
    return element && types.array(element);
  }
  if (type.kind !== 'struct') return type;
  const fields = type.fields.flatMap((field) => {
    const inner = withoutEmpty(field.type);
    return inner === undefined || field.name === '' ? [] : [types.field(field.name, inner)];
  });
  return fields.length === 0 ? undefined : types.struct(fields);
}

/** The value of a record's key as a value of the type that was inferred for it. */
export function valueIn(record: JsonRecord, name: string, type: DataType): Value {
  return Object.hasOwn(record, name) ? asValue(record[name] ?? null, type) : null;
}

function asValue(value: JsonValue, type: DataType): Value {
  if (value === null) return null;
  if (type.kind === 'array' && Array.isArray(value))
    return (value as readonly JsonValue[]).map((item) => asValue(item, type.element));
  if (type.kind === 'struct' && isRecord(value))
    return Object.fromEntries(type.fields.map((field) => [field.name, valueIn(value, field.name, field.type)]));
  if (typeof value === 'boolean' && type.kind === 'boolean') return value;
  if (!(value instanceof JsonNumber) || type.kind === 'string') return textOf(value);
  if (type.kind === 'long') return BigInt(value.digits);
  return type.kind === 'double' ? Number(value.digits) : value.digits;
}

/** A value as text: strings as they are, all else as JSON without blanks. */
export function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : jsonOf(value);
}

function jsonOf(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.digits;
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(jsonOf).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${jsonOf(item)}`)
    .join(',')}}`;
}
