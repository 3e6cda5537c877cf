import { types, type DataType, type SimpleKind, type StructField } from './model.ts';
import { dayTimeUnits, yearMonthUnits } from './names.ts';

/** A place in a text that the grammar of types steps through. Keywords are in upper case. */
export interface TypeCursor {
  /** The word that comes next, in upper case; empty if there is none. */
  word(): string;
  /** True if these keywords or symbols come next. */
  is(...keys: string[]): boolean;
  /** Steps over these keywords or symbols if they come next. */
  take(...keys: string[]): boolean;
  expect(...keys: string[]): void;
  /** Steps over the name of a column. */
  name(): string;
  /** Steps over a whole number. */
  whole(): number;
  /** Steps over the text of a comment. */
  comment(): void;
  /** Steps over one `>`, also where two of them are one token. */
  closeAngle(): void;
  /** Steps over a type that this text alone knows; undefined if none comes next. */
  own(): DataType | undefined;
  /** Runs a rule that calls itself. */
  nested<T>(rule: () => T): T;
  /** Throws: no type comes next. */
  fail(): never;
}

const simpleNames: Readonly<Record<string, SimpleKind>> = {
  VOID: 'void', NULL: 'void', BOOLEAN: 'boolean', TINYINT: 'byte', BYTE: 'byte', SMALLINT: 'short', SHORT: 'short',
  INT: 'integer', INTEGER: 'integer', BIGINT: 'long', LONG: 'long', FLOAT: 'float', REAL: 'float', DOUBLE: 'double',
  STRING: 'string', BINARY: 'binary', DATE: 'date', TIMESTAMP_LTZ: 'timestamp', TIMESTAMP_NTZ: 'timestamp_ntz',
  VARIANT: 'variant',
}; // prettier-ignore

/**
 * Reads one type in the grammar of Spark's DDL and of its SQL: `int`, `decimal(10,2)`, `array<struct<a:int>>`. The only one here: texts
 * of schemas and queries bring their own tokens.
 */
export function typeAt(c: TypeCursor): DataType {
  return c.nested(() => c.own() ?? oneTypeAt(c));
}

/** Reads one or more fields of a struct, or columns of a schema: `a int NOT NULL, b: string COMMENT 'text'`. */
export function fieldsAt(c: TypeCursor): StructField[] {
  const fields = [fieldAt(c)];
  while (c.take(',')) fields.push(fieldAt(c));
  return fields;
}

function fieldAt(c: TypeCursor): StructField {
  const name = c.name();
  c.take(':');
  const type = typeAt(c);
  const isRequired = c.take('NOT');
  if (isRequired) c.expect('NULL');
  if (c.take('COMMENT')) c.comment();
  return { name, type, nullable: !isRequired };
}

function oneTypeAt(c: TypeCursor): DataType {
  const word = c.word();
  const kind = Object.hasOwn(simpleNames, word) ? simpleNames[word] : undefined;
  if (kind === undefined) return (Object.hasOwn(others, word) ? others[word]?.(c) : undefined) ?? c.fail();
  c.take(word);
  return { kind };
}

/** Types that are more than a word, by their first word. */
const others: Readonly<Record<string, (c: TypeCursor) => DataType>> = {
  DECIMAL: decimalAt,
  DEC: decimalAt,
  NUMERIC: decimalAt,
  CHAR: (c) => ({ kind: 'char', length: lengthAt(c) }),
  CHARACTER: (c) => ({ kind: 'char', length: lengthAt(c) }),
  VARCHAR: (c) => ({ kind: 'varchar', length: lengthAt(c) }),
  TIME: (c) => types.time(...numbersAt(c, 1)),
  TIMESTAMP: timestampAt,
  INTERVAL: intervalAt,
  ARRAY: (c) => inAngles(c, () => types.array(typeAt(c))),
  MAP: (c) =>
    inAngles(c, () => {
      const key = typeAt(c);
      c.expect(',');
      return types.map(key, typeAt(c));
    }),
  STRUCT: structAt,
};

/** Steps over the word that names a type, and over the numbers behind it, of which there may be so many. */
function numbersAt(c: TypeCursor, limit: number): number[] {
  c.take(c.word());
  if (!c.take('(')) return [];
  const numbers = [c.whole()];
  while (numbers.length < limit && c.take(',')) numbers.push(c.whole());
  c.expect(')');
  return numbers;
}

function decimalAt(c: TypeCursor): DataType {
  return types.decimal(...numbersAt(c, 2));
}

const lengthAt = (c: TypeCursor): number => numbersAt(c, 1)[0] ?? 1;

function timestampAt(c: TypeCursor): DataType {
  if (c.take('TIMESTAMP', 'WITHOUT', 'TIME', 'ZONE')) return types.timestampNtz;
  if (!c.take('TIMESTAMP', 'WITH', 'LOCAL', 'TIME', 'ZONE')) c.take('TIMESTAMP');
  return types.timestamp;
}

const units: Readonly<Record<string, readonly ['year_month_interval' | 'day_time_interval', number]>> =
  Object.fromEntries([
    ...yearMonthUnits.map((unit, i) => [unit, ['year_month_interval', i]] as const),
    ...dayTimeUnits.map((unit, i) => [unit, ['day_time_interval', i]] as const),
  ]);

function intervalAt(c: TypeCursor): DataType {
  c.take('INTERVAL');
  const [kind, start] = unitAt(c) ?? [];
  if (kind === undefined || start === undefined) return types.interval;
  if (!c.take('TO')) return { kind, start, end: start };
  const [sameKind, end] = unitAt(c) ?? c.fail();
  return sameKind === kind ? { kind, start, end } : c.fail();
}

function unitAt(c: TypeCursor): (typeof units)[string] | undefined {
  const word = c.word();
  const unit = Object.hasOwn(units, word) ? units[word] : undefined;
  if (unit !== undefined) c.take(word);
  return unit;
}

function structAt(c: TypeCursor): DataType {
  c.take('STRUCT');
  if (c.take('<>')) return types.struct([]);
  c.expect('<');
  const fields = c.is('>') ? [] : fieldsAt(c);
  c.closeAngle();
  return types.struct(fields);
}

function inAngles(c: TypeCursor, inner: () => DataType): DataType {
  c.take(c.word());
  c.expect('<');
  const type = inner();
  c.closeAngle();
  return type;
}
