/**
 * How Spark's values look in JavaScript, both ways. Nothing is rounded:
 *
 * | Spark | JavaScript |
 * |---|---|
 * | tinyint, smallint, int, float, double | number |
 * | bigint | bigint |
 * | decimal(p,s) | string with exactly s digits after the point: `'12.50'` |
 * | date | string `'2024-02-29'` |
 * | timestamp | string in UTC, microseconds when there are any: `'2024-02-29T12:00:00.000001Z'` |
 * | timestamp_ntz | the same without `Z` |
 * | day-time, year-month interval | bigint microseconds, number of months |
 * | interval (calendar) | `{ months, days, microseconds }` |
 * | time | string `'12:34:56.789'` |
 * | binary | Uint8Array |
 * | array, map, struct | Array, Map, plain object (an array of the fields where two have the same name) |
 * | variant | what it holds: plain object, Array, text, number, bigint, boolean, null |
 *
 * On the way in, numbers are accepted for bigint and decimal, `Date` for date and timestamps.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | CalendarInterval
  | readonly Value[]
  | ReadonlyMap<Value, Value>
  | { readonly [name: string]: Value };

/** Values handed in may also be `Date`s. */
export type InputValue = Value | Date | undefined | readonly InputValue[] | { readonly [name: string]: InputValue };

export interface CalendarInterval {
  readonly months: number;
  readonly days: number;
  readonly microseconds: bigint;
}

const microsPerDay = 86_400_000_000n;

const pad = (n: number | bigint, width: number): string => String(n).padStart(width, '0');

/** Days since 1970-01-01 as `YYYY-MM-DD` in the proleptic Gregorian calendar; any year an int holds. */
export function formatDate(days: number): string {
  // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const doe = z - era * 146_097;
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365);
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const day = doy - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp < 10 ? mp + 3 : mp - 9;
  const year = yoe + era * 400 + (month <= 2 ? 1 : 0);
  const sign = year < 0 ? '-' : year > 9999 ? '+' : '';
  return `${sign}${pad(Math.abs(year), 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Microseconds since the epoch as `YYYY-MM-DDTHH:MM:SS[.ffffff]`, without a zone. */
export function formatTimestamp(micros: bigint): string {
  let days = micros / microsPerDay;
  let rest = micros % microsPerDay;
  if (rest < 0n) {
    rest += microsPerDay;
    days -= 1n;
  }
  return `${formatDate(Number(days))}T${formatTime(Number(rest))}`;
}

/** Microseconds of a day as `HH:MM:SS[.ffffff]`. */
export const formatTime = (micros: number): string => {
  const seconds = Math.floor(micros / 1e6);
  const fraction = micros - seconds * 1e6;
  const clock = `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`;
  return fraction === 0 ? clock : `${clock}.${pad(fraction, 6)}`;
};

/** Microseconds of a day of `HH:MM[:SS[.ffffff]]`. Throws a `RangeError` for a time that does not exist. */
export function parseTime(text: string): number {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?$/.exec(text);
  const [hour = 24, minute = 0, second = 0] = (match?.slice(1, 4) ?? []).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) throw new RangeError(`"${text}" is not a time of day`);
  return ((hour * 60 + minute) * 60 + second) * 1e6 + Number((match?.[4] ?? '').padEnd(6, '0'));
}

/** Days since 1970-01-01 of `YYYY-MM-DD` (year may carry a sign). Throws a `RangeError` for a day that does not exist. */
export function parseDate(text: string): number {
  const match = /^([+-]?\d{4,7})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const [year, month, day] = (match?.slice(1) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) throw new RangeError(`"${text}" is not a date`);
  // days_from_civil, source as above
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yoe = y - era * 400;
  const doy = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const doe = yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy;
  const days = era * 146_097 + doe - 719_468;
  const exists = formatDate(days).endsWith(`${pad(month, 2)}-${pad(day, 2)}`);
  if (!exists) throw new RangeError(`"${text}" is not a date`);
  return days;
}

/** Microseconds since the epoch of an ISO timestamp; without a zone it is taken as UTC. Throws a `RangeError`. */
export function parseTimestamp(text: string): bigint {
  const match =
    /^([+-]?\d{4,7}-\d{1,2}-\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?)?$/.exec(
      text,
    );
  if (match?.[1] === undefined) throw new RangeError(`"${text}" is not a timestamp`);
  const [hour, minute, second] = [match[2], match[3], match[4]].map((part) => Number(part ?? 0));
  const clock = ((hour ?? 0) * 60 + (minute ?? 0)) * 60 + (second ?? 0);
  const fraction = Number((match[5] ?? '').padEnd(6, '0'));
  const zone = /^([+-])(\d{2}):?(\d{2})$/.exec(match[6] ?? '');
  const offset = zone === null ? 0 : (zone[1] === '-' ? -1 : 1) * (Number(zone[2]) * 60 + Number(zone[3])) * 60;
  return BigInt(parseDate(match[1])) * microsPerDay + BigInt(clock - offset) * 1_000_000n + BigInt(fraction);
}

/** An unscaled integer as decimal text with exactly `scale` digits after the point. */
export function formatDecimal(unscaled: bigint, scale: number): string {
  if (scale <= 0) return String(unscaled * 10n ** BigInt(-scale));
  const digits = pad(unscaled < 0n ? -unscaled : unscaled, scale + 1);
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Decimal text (or a number) as an unscaled integer of the given scale; refuses digits that would be lost. */
export function parseDecimal(value: string | number | bigint, scale: number): bigint {
  const text = typeof value === 'number' ? numberToPlainText(value) : String(value);
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  const [, sign, whole = '', fraction = ''] = match ?? [];
  if (match === null || whole + fraction === '') throw new RangeError(`"${text}" is not a decimal number`);
  const excess = fraction.slice(scale);
  if (/[^0]/.test(excess)) throw new RangeError(`"${text}" has more than ${scale} digits after the point`);
  const unscaled = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return sign === '-' ? -unscaled : unscaled;
}

const numberToPlainText = (n: number): string =>
  Number.isFinite(n) && /e/.test(String(n))
    ? n.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
    : String(n);
