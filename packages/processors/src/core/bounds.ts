import { functions as F, types, type Column, type DataType } from '@millrace/spark-connect';
import { FieldError } from './fields.ts';

/** A number and how a bound is written beside it: exact for whole numbers and decimals, double for the rest. */
export function comparable(cell: Column, type: DataType): [Column, (text: string, field: string) => Column] {
  const exact = type.kind !== 'float' && type.kind !== 'double';
  return [
    exact ? cell.cast(wide) : cell.cast(types.double),
    (text, field) => {
      const value = text.trim();
      if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value))
        throw new FieldError(field, `"${field}" is "${text}", which is not a number`, 'give a number such as 0.8');
      if (!exact) return F.lit(Number(value), types.double);
      return F.lit(decimalText(value, field), wide);
    },
  ];
}

const wide = types.decimal(38, 10);

/** A number as a decimal of ten digits after the point. */
function decimalText(value: string, field: string): string {
  const text = /e/i.test(value)
    ? Number(value).toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 10 })
    : value;
  const [whole = '', fraction = ''] = text.replace('+', '').split('.');
  if (/[1-9]/.test(fraction.slice(10)) || whole.replace('-', '').length > 28)
    throw new FieldError(
      field,
      `"${field}" is "${value}", which has more digits than can be compared exactly`,
      'give at most 28 digits before and 10 after the point',
    );
  return `${whole === '' || whole === '-' ? `${whole}0` : whole}.${fraction.slice(0, 10)}`;
}
