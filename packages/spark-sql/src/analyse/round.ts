import { asDecimal, isInteger } from './coerce.ts';
import { decimal, simple, type SparkType } from '../ast/types.ts';

/**
 * The type of ROUND, BROUND (`round`) or CEIL, FLOOR (`up`) to `scale` digits, as Spark's `RoundBase` and `RoundCeil`
 * give it; `given` tells whether the call named the scale.
 */
export function adjustedRound(type: SparkType, scale: number, mode: 'round' | 'up', hasScale: boolean): SparkType {
  if (type.kind === 'decimal') {
    const digits = type.precision - type.scale + 1;
    if (mode === 'up' && !hasScale) return decimal(Math.min(38, digits), 0);
    if (scale < 0) return decimal(Math.min(38, Math.max(digits, -scale + 1)), 0);
    const newScale = Math.min(type.scale, scale);
    return decimal(Math.min(38, digits + newScale), newScale);
  }
  if (mode === 'round') return type.kind === 'string' ? simple('double') : type;
  if (!hasScale) return simple('long');
  if (isInteger(type)) {
    const digits = asDecimal(type)?.precision ?? 20;
    return adjustedRound(decimal(digits, 0), scale, mode, hasScale);
  }
  return adjustedRound(type.kind === 'float' ? decimal(14, 7) : decimal(30, 15), scale, mode, hasScale);
}
