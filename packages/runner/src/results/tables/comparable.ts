import { parseTime, parseTimestamp } from '@millrace/spark-connect/values';
import type { DataType } from '@millrace/spark-connect/types';
import type { Primitive } from './shape.ts';

/** Less than 0 where a stored value comes before another one, 0 where they are the same, more than 0 where it comes after. */
export type Against = (raw: Primitive) => number;

/** How the values of a type are compared, as they are stored. */
export interface Comparable {
  /** What its sort keys are made of. */
  readonly keys: 'whole' | 'fraction' | 'wide' | 'text';
  /** Compares with a value that somebody has written. Throws a `RangeError` where that is none of the type. */
  readonly against: (written: string) => Against;
  /** A value of the type, as one writes it. */
  readonly example: string;
}

const microsPerDay = 86_400_000_000n;

/** How values of a type are compared, in Spark's order; undefined for types that have none here. */
export function comparableOf(type: DataType): Comparable | undefined {
  switch (type.kind) {
    case 'boolean':
      return { keys: 'whole', against: (written) => wholeAgainst(truthOf(written)), example: 'true' };
    case 'byte':
    case 'short':
    case 'integer':
    case 'long':
    case 'year_month_interval':
    case 'day_time_interval':
      return { keys: 'whole', against: (written) => wholeAgainst(scaled(written, 0)), example: '12' };
    case 'decimal': {
      const { precision, scale } = type;
      if (precision <= 18)
        return { keys: 'whole', against: (written) => wholeAgainst(scaled(written, scale)), example: '12.5' };
      const against = (written: string): Against => {
        const compare = wholeAgainst(scaled(written, scale));
        return (raw) => compare(wideOf(raw as Uint8Array));
      };
      return { keys: 'wide', against, example: '12.5' };
    }
    case 'float':
    case 'double':
      return { keys: 'fraction', against: fractionAgainst, example: '12.5' };
    case 'date':
      return {
        keys: 'whole',
        against: (written) => wholeAgainst(divided(parseTimestamp(written), microsPerDay)),
        example: '2024-01-31',
      };
    case 'timestamp':
    case 'timestamp_ntz':
      return {
        keys: 'whole',
        against: (written) => wholeAgainst(exactly(parseTimestamp(written))),
        example: '2024-01-31T12:00:00',
      };
    case 'time':
      return {
        keys: 'whole',
        against: (written) => wholeAgainst(exactly(BigInt(parseTime(written)))),
        example: '12:30:00',
      };
    case 'string':
    case 'char':
    case 'varchar':
    case 'udt':
      return { keys: 'text', against: (written) => textAgainst(sortable(written)), example: 'some text' };
    case 'binary':
      return { keys: 'text', against: (written) => textAgainst(sortable(bytesOf(written))), example: 'AAEC' };
    default:
      return undefined;
  }
}

/** A written value among the whole numbers of a column: the greatest that is not above it, and whether it is that one. */
interface Place {
  readonly floor: bigint;
  readonly isExact: boolean;
}

const exactly = (floor: bigint): Place => ({ floor, isExact: true });

function divided(value: bigint, by: bigint): Place {
  const rest = value % by;
  return { floor: value / by - (rest < 0n ? 1n : 0n), isExact: rest === 0n };
}

const number = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** A written number times ten to the power of `scale`. */
function scaled(written: string, scale: number): Place {
  const match = number.exec(written.trim());
  const [, sign, whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (match === null || whole + fraction === '') throw new RangeError(`"${written}" is no number`);
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const power = scale - fraction.length + Number(exponent);
  return power >= 0 ? exactly(digits * 10n ** BigInt(power)) : divided(digits, 10n ** BigInt(-power));
}

function truthOf(written: string): Place {
  const word = written.trim().toLowerCase();
  if (word !== 'true' && word !== 'false') throw new RangeError(`"${written}" is neither true nor false`);
  return exactly(word === 'true' ? 1n : 0n);
}

function wholeAgainst({ floor, isExact }: Place): Against {
  // the language compares numbers with whole numbers of any length exactly, and truth values as 0 and 1
  const least = Number.isSafeInteger(Number(floor)) ? Number(floor) : floor;
  return (raw) => ((raw as number) < least ? -1 : (raw as number) > least ? 1 : isExact ? 0 : -1);
}

/** Decimals that take 16 bytes, the sign first. */
export function wideOf({ buffer, byteOffset }: Uint8Array): bigint {
  const view = new DataView(buffer, byteOffset, 16);
  return (view.getBigInt64(0) << 64n) + view.getBigUint64(8);
}

/** NaN is a value above all others, the same as itself, and -0 is 0: https://spark.apache.org/docs/latest/sql-ref-datatypes.html#nan-semantics */
function fractionAgainst(written: string): Against {
  const text = written.trim();
  const value = Number(text);
  if (text === '' || (Number.isNaN(value) && text !== 'NaN')) throw new RangeError(`"${written}" is no number`);
  if (Number.isNaN(value)) return (raw) => (Number.isNaN(raw) ? 0 : -1);
  return (raw) => ((raw as number) < value ? -1 : (raw as number) === value ? 0 : 1);
}

const textAgainst =
  (value: string): Against =>
  (raw) => {
    const text = sortable(raw as string | Uint8Array);
    return text < value ? -1 : text > value ? 1 : 0;
  };

const astral = /[\ud800-\uffff]/;

/**
 * A text whose order by units of UTF-16, which is the language's, is the order of the given text by bytes of UTF-8, which is
 * Spark's: halves of characters of four bytes come after all others. Bytes become a text of units below 256.
 */
export function sortable(raw: string | Uint8Array): string {
  if (typeof raw !== 'string') return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  if (!astral.test(raw)) return raw;
  return raw.replace(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000);
  });
}

function bytesOf(base64: string): Uint8Array {
  if (!/^[\w+/-]*={0,2}$/.test(base64)) throw new RangeError(`"${base64}" is no base64`);
  return Buffer.from(base64, 'base64');
}
