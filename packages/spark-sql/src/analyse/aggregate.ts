import type { Call, Expr } from '../ast/ast.ts';
import { visitExpression } from '../ast/visit.ts';
import type { Scope } from './scope.ts';

/** Aggregates whose value hangs on the order in which rows come. */
export const orderDependent = new Set(
  'first first_value last last_value any_value collect_list collect_set array_agg listagg string_agg mode max_by min_by'.split(
    ' ',
  ),
);

/** True for `mode(x, true)`: of the values that are the most frequent it gives the least. */
const isMinMode = ({ name, args: [, isMin] }: Call): boolean =>
  name === 'mode' && isMin?.kind === 'literal' && isMin.type.kind === 'boolean' && isMin.value === 'true';

function mentions(expr: Call, names: ReadonlySet<string> | undefined): boolean {
  let isGrouped = false;
  const check = (e: Expr): void =>
    void (isGrouped ||= e.kind === 'column' && names?.has(e.path.at(-1)?.toLowerCase() ?? '') === true);
  for (const arg of names ? expr.args : []) visitExpression(arg, { expression: check });
  return isGrouped;
}

export function aggregate(expr: Call, argumentsText: string, wide: string, scope: Scope): void {
  const { keys } = scope.notes;
  if (orderDependent.has(expr.name) && !expr.within && !isMinMode(expr)) keys.add(`order-dependent:${expr.name}`);
  const star = expr.args.find((arg) => arg.kind === 'star');
  const several = expr.args.length > 1 && expr.name === 'count' ? 'several' : argumentsText;
  const text = star ? (star.kind === 'star' && star.qualifier.length ? 't.*' : '*') : several;
  keys.add(`agg:${expr.name}(${expr.distinct ? 'distinct ' : ''}${text})${wide}`);
  if (expr.nulls) keys.add(`agg:${expr.name}:${expr.nulls}-nulls`);
  if (scope.groupingSets) keys.add(`grouping-sets:${expr.name}`);
  if (mentions(expr, scope.groupingSets) && !/^grouping/.test(expr.name)) keys.add('grouping-sets:of-key');
  if (expr.filter) {
    keys.add(`agg:filter${expr.distinct ? ' distinct' : ''}`);
    scope.rules.expression(expr.filter, scope);
  }
}
