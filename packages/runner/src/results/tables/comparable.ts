import { parseTime, parseTimestamp } from '@millrace/spark-connect/values';
import type { DataType } from '@millrace/spark-connect/types';
import type { Primitive } from './shape.ts';

/** A value as the language compares it: those of one column are of one kind. */
export type SortKey = boolean | number | bigint | string;

/**
 * The order of two values of a column. NaN is above all others and the same as itself, and -0 is 0:
 * https://spark.apache.org/docs/latest/sql-ref-datatypes.html#nan-semantics
 */
export const compareKeys = (one: SortKey, other: SortKey): number =>
  one < other ? -1 : one > other ? 1 : Number(Number.isNaN(one)) - Number(Number.isNaN(other));

/** Less than 0 where a stored value comes before another one, 0 where they are the same, more than 0 where it comes after. */
export type Against = (raw: Primitive) => number;

/** How the values of a type are compared, as they are stored. */
export interface Comparable {
  /** What a stored value is sorted by, in the order of `compareKeys`. */
  readonly keyOf: (raw: Primitive) => SortKey;
  /** Compares with a value that somebody has written. Throws a `RangeError` where that is none of the type. */
  readonly against: (text: string) => Against;
  /** A value of the type, as one writes it. */
  readonly example: string;
}

const asStored = (raw: Primitive): SortKey => raw as SortKey;

/** A whole number or a truth value; most numbers of 64 bits and more are compared faster as doubles, which hold them exactly. */
function wholeKey(raw: Primitive): SortKey {
  const number = Number(raw);
  return Number.isSafeInteger(number) ? number : (raw as bigint);
}

const microsPerDay = 86_400_000_000n;

/** How values of a type are compared, in Spark's order; undefined for types that have none here. */
export function comparableOf(type: DataType): Comparable | undefined {
  switch (type.kind) {
    case 'boolean':
      return { keyOf: wholeKey, against: (text) => wholeAgainst(truthOf(text)), example: 'true' };
    case 'byte':
    case 'short':
    case 'integer':
    case 'long':
    case 'year_month_interval':
    case 'day_time_interval':
      return { keyOf: wholeKey, against: (text) => wholeAgainst(floorAtScale(text, 0)), example: '12' };
    case 'decimal': {
      const { precision, scale } = type;
      if (precision <= 18)
        return { keyOf: wholeKey, against: (text) => wholeAgainst(floorAtScale(text, scale)), example: '12.5' };
      const against = (text: string): Against => {
        const compare = wholeAgainst(floorAtScale(text, scale));
        return (raw) => compare(wideOf(raw));
      };
      return { keyOf: (raw) => wholeKey(wideOf(raw)), against, example: '12.5' };
    }
    case 'float':
    case 'double':
      return { keyOf: asStored, against: fractionAgainst, example: '12.5' };
    case 'date':
      return {
        keyOf: wholeKey,
        against: (text) => wholeAgainst(floorOfQuotient(parseTimestamp(text), microsPerDay)),
        example: '2024-01-31',
      };
    case 'timestamp':
    case 'timestamp_ntz':
      return {
        keyOf: wholeKey,
        against: (text) => wholeAgainst(exactly(parseTimestamp(text))),
        example: '2024-01-31T12:00:00',
      };
    case 'time':
      return {
        keyOf: wholeKey,
        against: (text) => wholeAgainst(exactly(BigInt(parseTime(text)))),
        example: '12:30:00',
      };
    case 'string':
    case 'char':
    case 'varchar':
    case 'udt':
      return { keyOf: sortable, against: (text) => textAgainst(sortable(text)), example: 'some text' };
    case 'binary':
      return { keyOf: sortable, against: (text) => textAgainst(sortable(bytesOf(text))), example: 'AAEC' };
    default:
      return undefined;
  }
}

/** A written value among the whole numbers of a column: the greatest that is not above it, and whether it is that one. */
interface Floor {
  readonly floor: bigint;
  readonly isExact: boolean;
}

const exactly = (floor: bigint): Floor => ({ floor, isExact: true });

function floorOfQuotient(value: bigint, by: bigint): Floor {
  const rest = value % by;
  return { floor: value / by - (rest < 0n ? 1n : 0n), isExact: rest === 0n };
}

const number = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** A written number times ten to the power of `scale`. */
function floorAtScale(text: string, scale: number): Floor {
  const match = number.exec(text.trim());
  const [, sign, whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (match === null || whole + fraction === '') throw new RangeError(`"${text}" is no number`);
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const power = scale - fraction.length + Number(exponent);
  return power >= 0 ? exactly(digits * 10n ** BigInt(power)) : floorOfQuotient(digits, 10n ** BigInt(-power));
}

function truthOf(text: string): Floor {
  const word = text.trim().toLowerCase();
  if (word !== 'true' && word !== 'false') throw new RangeError(`"${text}" is neither true nor false`);
  return exactly(word === 'true' ? 1n : 0n);
}

function wholeAgainst({ floor, isExact }: Floor): Against {
  // the language compares numbers with whole numbers of any length exactly, and truth values as 0 and 1
  const bound = Number.isSafeInteger(Number(floor)) ? Number(floor) : floor;
  return (raw) => ((raw as number) < bound ? -1 : (raw as number) > bound ? 1 : isExact ? 0 : -1);
}

/** Decimals that take 16 bytes, the sign first. */
function wideOf(raw: Primitive): bigint {
  const { buffer, byteOffset } = raw as Uint8Array;
  const view = new DataView(buffer, byteOffset, 16);
  return (view.getBigInt64(0) << 64n) + view.getBigUint64(8);
}

function fractionAgainst(literal: string): Against {
  const text = literal.trim();
  const value = Number(text);
  if (text === '' || (Number.isNaN(value) && text !== 'NaN')) throw new RangeError(`"${literal}" is no number`);
  return (raw) => compareKeys(raw as number, value);
}

const textAgainst =
  (value: string): Against =>
  (raw) =>
    compareKeys(sortable(raw), value);

const astral = /[\ud800-\uffff]/;

/**
 * A text whose order by units of UTF-16, which is the language's, is the order of the given text by bytes of UTF-8, which is
 * Spark's: halves of characters of four bytes come after all others. Bytes become a text of units below 256.
 */
function sortable(raw: Primitive): string {
  const text = typeof raw === 'string' ? raw : Buffer.from(raw as Uint8Array).toString('latin1');
  if (!astral.test(text)) return text;
  return text.replace(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000);
  });
}

function bytesOf(base64: string): Uint8Array {
  if (!/^[\w+/-]*={0,2}$/.test(base64)) throw new RangeError(`"${base64}" is no base64`);
  return Buffer.from(base64, 'base64');
}
