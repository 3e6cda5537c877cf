import { functions as F, types, type Column, type DataType } from '@millrace/spark-connect';
import { plainText } from './double-text.ts';
import type { RunContext } from '../contract/context.ts';
import { asUnit } from './unit.ts';

/** The smallest number at which doubles may be written with an exponent, and the largest at which they have a fraction. */
const [min, max] = [1e-5, 1e16];
/** The most decimals that may stay of a text without an exponent. */
const maxDecimals = 4;
/** Rounding to more decimals is left to the engine. */
const furthest = 15;

/**
 * Spark's `round`: half up, by the shortest decimal text of the number, so that 1.005 becomes 1.01. Sail rounds the
 * binary number (1.0), so there the text is taken as a decimal, rounded, and read again.
 */
export function round(column: Column, type: DataType, decimals: number, engine: RunContext['engine']): Column {
  const plain = F.call('round', column, decimals);
  if (engine === 'spark') return plain;
  if (type.kind === 'decimal') return plain.cast(decimalAfterRound(type, decimals));
  if (type.kind !== 'double' && type.kind !== 'float') return plain;
  if (Math.abs(decimals) > furthest) return plain;
  const number = column.cast(types.double);
  const size = F.call('abs', number);
  const isLong = decimals > maxDecimals;
  const text = isLong ? plainText(number) : number.cast(types.string);
  const byText = F.call('round', text.tryCast(types.decimal(38, 20)), decimals);
  const result = F.when(size.lt(F.lit(isLong ? 10 ** -decimals / 10 : min, types.double)), F.lit(0, types.double))
    .when(size.lt(F.lit(max, types.double)), byText.cast(types.string).cast(types.double))
    .otherwise(decimals < 0 ? F.call('round', number, decimals) : number)
    .cast(type);
  // what is rounded before the point may part in the last digits of large numbers
  return decimals < 0 ? result : asUnit('round', result, column, type);
}

/** Source: Spark's RoundBase: one more digit before the point, no more digits after it than are asked for. */
function decimalAfterRound({ precision, scale }: { precision: number; scale: number }, decimals: number): DataType {
  const whole = precision - scale + 1;
  const scaleAfter = Math.max(0, Math.min(scale, decimals));
  return types.decimal(Math.min(38, decimals < 0 ? Math.max(whole, 1 - decimals) : whole + scaleAfter), scaleAfter);
}
