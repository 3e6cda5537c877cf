import type { Expr } from './ast.ts';
import type { Splice } from './notes.ts';
import type { SparkType } from './types.ts';

/**
 * Spark's order knows one zero and one NaN. Sail's puts -0.0 before 0.0 and a NaN with a sign before all numbers, which
 * shows where further keys follow. Its sort keys are therefore written as `nanvl(x, NaN) + 0.0`.
 */
export const isFraction = (type: SparkType): type is SparkType & { kind: 'double' | 'float' } =>
  type.kind === 'double' || type.kind === 'float';

/** True for a key that is written so already. */
export const hasOneZero = (key: Expr): boolean =>
  key.kind === 'op' && key.op === '+' && key.args[0]?.kind === 'call' && key.args[0].name === 'nanvl';

/** The changes that write a column of a query's ORDER BY so; undefined for other expressions. */
export function oneZeroAround(key: Expr, kind: 'double' | 'float'): Splice[] | undefined {
  const { start, end } = key.span;
  if (key.kind !== 'column' || start >= end) return undefined;
  return [
    { ...key.span, end: start, text: 'nanvl(' },
    { ...key.span, start: end, text: `, ${kind}('NaN')) + ${kind}(0)` },
  ];
}
