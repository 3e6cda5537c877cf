import type { Expr, Query, Relation } from '../ast/ast.ts';
import { describeArgument } from './signature.ts';
import { conjuncts } from './join-condition.ts';
import type { Scope } from './scope.ts';
import { simple, type SparkType, unknownType } from '../ast/types.ts';
import { visitExpression } from '../ast/visit.ts';

/**
 * The type of a subquery in an expression; notes its kind, and whether it looks at the query around it. `types`: those of what
 * stands before IN.
 */
export function analyseSubquery(
  expr: Expr & { kind: 'subquery' | 'in-query' },
  types: readonly SparkType[],
  scope: Scope,
): SparkType {
  const { keys } = scope.notes;
  const inner: Scope = { ...scope, aliases: new Map() };
  const info = scope.rules.query(expr.query, scope, inner, 'nameless');
  const correlated = info.correlated ? (comparesOtherwise(expr.query) ? ':correlated:other' : ':correlated') : '';
  if (expr.query.offset) keys.add('subquery:offset');
  if (expr.query.limit) keys.add('subquery:limit');
  if (expr.kind === 'subquery') {
    keys.add(`subquery:${expr.how}${correlated}${expr.how === 'exists' && !scope.filtering ? ':value' : ''}`);
    if (expr.how === 'scalar' && correlated && hasCount(expr)) keys.add('subquery:scalar:correlated:count');
    return expr.how === 'exists' ? simple('boolean') : (info.columns[0]?.type ?? unknownType);
  }
  const several = expr.args.length > 1 ? ':several' : '';
  expr.args.forEach((arg, i) => {
    const type = types[i] ?? unknownType;
    const other = info.columns[i]?.type ?? unknownType;
    keys.add(
      `op:=(${describeArgument(arg, type)},${other.kind === 'unknown' ? 'unknown' : describeArgument({ kind: 'column', path: [], span: arg.span }, other)})`,
    );
  });
  const suffix = scope.filtering ? '' : ':value';
  keys.add(`subquery:${expr.negated ? 'not-in' : 'in'}${several}${correlated}${suffix}`);
  return simple('boolean');
}

function hasCount(expr: Expr & { kind: 'subquery' }): boolean {
  let countsRows = false;
  visitExpression(expr, {
    expression: (e) =>
      (countsRows ||= e.kind === 'call' && /^(count|count_if|regr_count|approx_count_distinct)$/.test(e.name)),
  });
  return countsRows;
}

/** True when WHERE compares with a column of the query around by anything but equality. */
function comparesOtherwise({ body }: Query): boolean {
  if (body.kind !== 'select' || !body.where) return false;
  const own = new Set(body.from.flatMap(namesOf));
  const isOuter = (path: string[]): boolean => path.length > 1 && !own.has(path[0]?.toLowerCase() ?? '');
  return conjuncts(body.where).some((part) => {
    let outer = false;
    visitExpression(part, { expression: (e) => (outer ||= e.kind === 'column' && isOuter(e.path)) });
    return outer && !(part.kind === 'op' && part.op === '=');
  });
}

function namesOf(relation: Relation): string[] {
  if (relation.kind === 'join') return [...namesOf(relation.left), ...namesOf(relation.right)];
  const name =
    'alias' in relation && relation.alias ? relation.alias : relation.kind === 'table' ? relation.name.join('.') : '';
  return [name.toLowerCase()];
}
