import type { Expr } from './ast.ts';
import type { Splice } from './notes.ts';
import type { SparkType } from './types.ts';

/**
 * The changes that make decimal literals among these branches double ones, when the branches together are double:
 * Spark gives the same double then, Sail would give a decimal. Nested CASEs of literals alone are followed.
 */
export function doublesFor(branches: Expr[], result: SparkType): Splice[] {
  return result.kind === 'double' ? branches.flatMap(asDouble) : [];
}

function asDouble(expr: Expr): Splice[] {
  if (expr.kind === 'case')
    return [...expr.branches.map((b) => b.then), ...(expr.otherwise ? [expr.otherwise] : [])].flatMap(
      asDouble,
    );
  if (expr.kind === 'call' && expr.name === 'coalesce') return expr.args.flatMap(asDouble);
  if (expr.kind === 'call' && expr.name === 'if') return expr.args.slice(1).flatMap(asDouble);
  if (expr.kind !== 'literal' || expr.type.kind !== 'decimal' || expr.value === null) return [];
  const zero = /^-?[0.]+$/.test(expr.value);
  return [{ ...expr.span, text: `${zero ? '0.0' : expr.value}D` }];
}
