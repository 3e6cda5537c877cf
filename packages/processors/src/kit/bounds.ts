import { functions as F, types, type Column, type DataType } from '@millrace/spark-connect';
import { invalidValue } from './field-error.ts';

export type NumberComparison = 'lt' | 'lte' | 'gt' | 'gte' | 'eq' | 'notEq';

/** Comparisons that hold for every value if a bound is above, or below, all values. */
const below: readonly NumberComparison[] = ['lt', 'lte', 'notEq'];
const above: readonly NumberComparison[] = ['gt', 'gte', 'notEq'];

/**
 * A number compared with one that a field holds. Whole numbers and decimals are compared exactly, whatever their digits; the
 * rest as doubles. Throws a `FieldError` if the field holds no number.
 */
export function compareNumber(
  cell: Column,
  type: DataType,
  comparison: NumberComparison,
  text: string,
  field: string,
): Column {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i.exec(text.trim());
  const [, sign, whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (whole + fraction === '') throw invalidValue(field, text, 'must be a number', 'enter a number such as 0.8');
  if (type.kind === 'float' || type.kind === 'double')
    return cell.cast(types.double)[comparison](F.lit(Number(text), types.double));
  const to = type.kind === 'decimal' ? type : ({ kind: 'decimal', precision: 20, scale: 0 } as const);
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const [floor, ceiling] = neighbours(digits, Number(exponent) - fraction.length + to.scale);
  const always = (holds: boolean): Column => (holds ? cell.isNotNull() : F.lit(false));
  if (floor !== ceiling && (comparison === 'eq' || comparison === 'notEq')) return always(comparison === 'notEq');
  // of whole numbers, those below 1.5 are below 2, those above 1.5 are above 1
  const bound = comparison === 'lt' || comparison === 'gte' ? ceiling : floor;
  const limit = 10n ** BigInt(to.precision);
  if (bound >= limit) return always(below.includes(comparison));
  if (bound <= -limit) return always(above.includes(comparison));
  return (type.kind === 'decimal' ? cell : cell.cast(to))[comparison](F.lit(decimalText(bound, to.scale), to));
}

/** The whole numbers next to `digits * 10 ** exponent`: below, and above; the same if it is whole. */
function neighbours(digits: bigint, exponent: number): readonly [bigint, bigint] {
  if (exponent >= 0) return [digits * 10n ** BigInt(exponent), digits * 10n ** BigInt(exponent)];
  const part = 10n ** BigInt(-exponent);
  const [cut, rest] = [digits / part, digits % part];
  return [rest < 0n ? cut - 1n : cut, rest > 0n ? cut + 1n : cut];
}

/** `digits * 10 ** -scale` as text. */
function decimalText(digits: bigint, scale: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}
