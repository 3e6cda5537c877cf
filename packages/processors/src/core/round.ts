import { functions as F, types, type Column, type DataType } from '@millrace/spark-connect';
import type { Surroundings } from './processor.ts';

/** The smallest number at which doubles may be written with an exponent, and the largest at which they have a fraction. */
const [least, most] = [1e-5, 1e16];

/**
 * Spark's `round`: half up, by the shortest decimal text of the number, so that 1.005 becomes 1.01. Sail rounds the
 * binary number (1.0), so there the text is taken as a decimal, rounded, and read again.
 */
export function round(column: Column, type: DataType, places: number, engine: Surroundings['engine']): Column {
  const plain = F.call('round', column, places);
  if (engine === 'spark') return plain;
  if (type.kind === 'decimal') return plain.cast(roundedDecimal(type, places));
  if (type.kind !== 'double' && type.kind !== 'float') return plain;
  const number = column.cast(types.double);
  const size = F.call('abs', number);
  const byText = F.call('round', number.cast(types.string).tryCast(types.decimal(38, 20)), places);
  return F.when(size.lt(F.lit(least, types.double)), F.lit(0, types.double))
    .when(size.lt(F.lit(most, types.double)), byText.cast(types.string).cast(types.double))
    .otherwise(places < 0 ? F.call('round', number, places) : number)
    .cast(type);
}

/** Source: Spark's RoundBase: one more digit before the point, no more digits after it than are asked for. */
function roundedDecimal({ precision, scale }: { precision: number; scale: number }, places: number): DataType {
  const whole = precision - scale + 1;
  const kept = Math.max(0, Math.min(scale, places));
  return types.decimal(Math.min(38, places < 0 ? Math.max(whole, 1 - places) : whole + kept), kept);
}
