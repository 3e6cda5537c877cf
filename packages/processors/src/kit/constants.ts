import { functions as F, type Column, type DataType } from '@millrace/spark-connect';
import { FieldError } from './field-error.ts';
import { sqlTypeName } from './wrong-type.ts';

const wholeLimits: Partial<Record<DataType['kind'], bigint>> = {
  byte: 2n ** 7n,
  short: 2n ** 15n,
  integer: 2n ** 31n,
  long: 2n ** 63n,
};

/** A field's text as a constant of a column's type; truth values in all of the words of Spark's cast. Undefined if it is none. */
export const exactConstant = (text: string, type: DataType): Column | undefined =>
  type.kind === 'string' ? F.lit(text) : parse(text.trim(), type);

/** The same. Throws a `FieldError` that names column and type if it is none. */
export function constantOf(text: string, type: DataType, column: string, field: string): Column {
  const value = exactConstant(text, type);
  if (value !== undefined) return value;
  throw new FieldError(field, cannotHold(text, type, column, field), 'enter a value of that type');
}

/**
 * A field's text as Spark's CAST without ANSI gives it for a column's type: a whole number is what stands before the
 * point. Undefined where that gives null.
 */
export const castConstant = (text: string, type: DataType): Column | undefined =>
  exactConstant(type.kind in wholeLimits ? withoutFraction(text.trim()) : text, type);
const withoutFraction = (text: string): string => text.replace(/^([+-]?)(\d*)\.\d+$/, '$10$2');

/** The warning about a constant that is null as the type of its column. */
export const noConstant = (text: string, type: DataType, column: string, field: string): string =>
  `${cannotHold(text, type, column, field)}; the column is left unchanged`;

const cannotHold = (text: string, type: DataType, column: string, field: string): string =>
  `invalid value "${text}" for field "${field}": must be ${sqlTypeName(type)}, the type of column "${column}"`;

function parse(text: string, type: DataType): Column | undefined {
  const limit = wholeLimits[type.kind];
  if (limit !== undefined) {
    const digits = /^[+-]?\d+(?=(?:\.0*)?$)/.exec(text)?.[0];
    const whole = digits === undefined ? limit : BigInt(digits.replace('+', ''));
    return whole < limit && whole >= -limit ? F.lit(whole, type) : undefined;
  }
  switch (type.kind) {
    case 'float':
    case 'double':
      return text !== '' && Number.isFinite(Number(text)) ? F.lit(Number(text), type) : undefined;
    case 'boolean':
      return /^(true|t|yes|y|1)$/i.test(text)
        ? F.lit(true)
        : /^(false|f|no|n|0)$/i.test(text)
          ? F.lit(false)
          : undefined;
    case 'decimal':
    case 'date':
    case 'timestamp':
    case 'timestamp_ntz':
      try {
        return F.lit(text, type);
      } catch (error) {
        if (error instanceof RangeError) return undefined;
        throw error;
      }
    default:
      return undefined;
  }
}
