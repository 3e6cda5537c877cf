import type { Expr } from './ast.ts';
import type { ScopeColumn } from './scope.ts';
import type { SparkType } from './types.ts';
import { family } from './types.ts';
import { visitExpression } from './visit.ts';

/** `equi`: only equalities between the sides; `mixed`: some; `other`: none. */
export function conditionKind(on: Expr, left: ScopeColumn[], right: ScopeColumn[]): 'equi' | 'mixed' | 'other' {
  const parts = conjuncts(on);
  const equal = parts.filter((part) => isEqui(part, left, right)).length;
  return equal === parts.length ? 'equi' : equal ? 'mixed' : 'other';
}

export const conjuncts = (expr: Expr): Expr[] =>
  expr.kind === 'op' && expr.op === 'and' ? expr.args.flatMap(conjuncts) : [expr];

function isEqui(expr: Expr, left: ScopeColumn[], right: ScopeColumn[]): boolean {
  if (expr.kind !== 'op' || (expr.op !== '=' && expr.op !== '<=>')) return false;
  const [a, b] = expr.args.map((arg) => sides(arg, left, right));
  return (a === 'l' && b === 'r') || (a === 'r' && b === 'l');
}

/** Which sides the columns of an expression belong to: `l`, `r`, both, `?` where a name fits several. */
function sides(expr: Expr, left: ScopeColumn[], right: ScopeColumn[]): string {
  const found = new Set<string>();
  visitExpression(expr, {
    expression: (e) => {
      if (e.kind === 'subquery' || e.kind === 'in-query') found.add('?');
      if (e.kind !== 'column') return;
      const [inLeft, inRight] = [left, right].map((columns) => columns.some((c) => names(c, e.path, e.plan)));
      found.add(inLeft === inRight ? '?' : inLeft ? 'l' : 'r');
    },
  });
  return [...found].toSorted().join('');
}

function names(column: ScopeColumn, path: string[], plan?: bigint): boolean {
  if (plan !== undefined && column.plans && !column.plans.has(plan)) return false;
  const [first = '', second] = path.map((part) => part.toLowerCase());
  if (second !== undefined && column.qualifier?.toLowerCase() === first) return column.name.toLowerCase() === second;
  return !column.hidden && column.name.toLowerCase() === first;
}

/** A plain column's type as operator keys name it. */
export const usedColumns = (type: SparkType): string => family(type);
