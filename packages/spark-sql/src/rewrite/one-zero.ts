import type { Expr } from '../ast/ast.ts';
import { wrap, type Splice } from '../analyse/notes.ts';
import type { ScopeColumn } from '../analyse/scope.ts';
import type { SparkType } from '../ast/types.ts';

/**
 * Spark's order knows one zero and one NaN. Sail's puts -0.0 before 0.0 and a NaN with a sign before all numbers, which
 * shows where further keys follow. Its sort keys are therefore written as `nanvl(x, NaN) + 0.0`.
 */
export const isFraction = (type: SparkType): type is SparkType & { kind: 'double' | 'float' } =>
  type.kind === 'double' || type.kind === 'float';

/** The fraction in a key that is written so already. */
export const fractionIn = (key: Expr): Expr | undefined => {
  const [call, zero] = key.kind === 'op' && key.op === '+' ? key.args : [];
  if (call?.kind !== 'call' || call.name !== 'nanvl' || zero?.kind !== 'literal' || Number(zero.value) !== 0)
    return undefined;
  const [fraction, nan] = call.args;
  return nan?.kind === 'cast' && nan.arg.kind === 'literal' && nan.arg.value === 'NaN' ? fraction : undefined;
};

/** True for a key that is written so already. */
export const hasOneZero = (key: Expr): boolean => fractionIn(key) !== undefined;

/** The name of the column, of these, that a key is, written so or not; undefined for a field of one. */
export function sortColumn(key: Expr, columns: readonly ScopeColumn[]): string | undefined {
  const column = fractionIn(key) ?? key;
  if (column.kind !== 'column') return undefined;
  const [name, qualifier, ...others] = column.path.toReversed().map((part) => part.toLowerCase());
  const isWhole = columns.some(
    (c) => c.name.toLowerCase() === name && (qualifier === undefined || c.qualifier?.toLowerCase() === qualifier),
  );
  return isWhole && others.length === 0 ? column.path.at(-1) : undefined;
}

/** The changes that write a key so; empty for one without text. */
export const oneZeroAround = (key: Expr, kind: 'double' | 'float'): Splice[] =>
  wrap(key, 'nanvl(', `, cast('NaN' as ${kind})) + ${kind === 'double' ? '0.0D' : '0.0F'}`);
