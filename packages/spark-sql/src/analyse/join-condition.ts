import type { Expr, JoinKind } from '../ast/ast.ts';
import type { ScopeColumn, Source } from './scope.ts';
import { family, sameType, type SparkType } from '../ast/types.ts';
import { visitExpression } from '../ast/visit.ts';

/** `equi`: only equalities between the sides; `mixed`: some; `other`: none. */
export function conditionKind(
  on: Expr,
  left: readonly ScopeColumn[],
  right: readonly ScopeColumn[],
): 'equi' | 'mixed' | 'other' {
  const parts = conjuncts(on);
  const equal = parts.filter((part) => isEqui(part, left, right)).length;
  return equal === parts.length ? 'equi' : equal ? 'mixed' : 'other';
}

export const conjuncts = (expr: Expr): Expr[] =>
  expr.kind === 'op' && expr.op === 'and' ? expr.args.flatMap(conjuncts) : [expr];

function isEqui(expr: Expr, left: readonly ScopeColumn[], right: readonly ScopeColumn[]): boolean {
  if (expr.kind !== 'op' || (expr.op !== '=' && expr.op !== '<=>')) return false;
  const [a, b] = expr.args.map((arg) => sides(arg, left, right));
  return (a === 'l' && b === 'r') || (a === 'r' && b === 'l');
}

/** Joins that give each row of the left side with those that match it, or with none. */
const ofLeftRows: ReadonlySet<JoinKind> = new Set(['inner', 'left', 'cross']);

/**
 * Columns, by lower-case names, that tell the rows of a join apart: those of its left side where at most one row of the right one
 * matches, else those of both. Undefined where that is not known. `shared` are the columns of USING.
 */
export function uniqueOfJoin(
  { how, on, shared = [] }: { how: JoinKind; on?: Expr | undefined; shared?: readonly string[] },
  left: Source,
  right: Source,
): string[] | undefined {
  if (how === 'semi' || how === 'anti') return left.unique;
  if (!ofLeftRows.has(how) || left.unique === undefined || right.unique === undefined) return undefined;
  const lower = ({ columns }: Source): string[] => columns.map((c) => c.name.toLowerCase());
  const [ofLeft, ofRight] = [lower(left), lower(right)];
  const names = shared.map((name) => name.toLowerCase());
  const ofSameType = names.filter((name) => {
    const [one, other, ...others] = [left, right].flatMap((side) =>
      side.columns.filter((c) => c.name.toLowerCase() === name),
    );
    return one !== undefined && other !== undefined && others.length === 0 && sameType(one.type, other.type);
  });
  const equal = new Set([...ofSameType, ...(on ? conjuncts(on) : []).flatMap((part) => equalIn(part, left, right))]);
  const ofRightRows = right.unique.every((name) => equal.has(name)) ? [] : right.unique;
  const isClear = (name: string): boolean => names.includes(name) || !(ofLeft.includes(name) && ofRight.includes(name));
  const unique = [...new Set([...left.unique, ...ofRightRows])];
  return unique.every(isClear) ? unique : undefined;
}

/**
 * The column of the right side that a condition makes equal to one of the left side. Of the same type: where texts become numbers
 * to be compared, two of them may equal one number.
 */
function equalIn(part: Expr, left: Source, right: Source): string[] {
  if (part.kind !== 'op' || part.op !== '=' || !isEqui(part, left.columns, right.columns)) return [];
  const columns = part.args.flatMap((arg) => (arg.kind === 'column' ? [arg] : []));
  const typesOf = ({ path, plan }: Expr & { kind: 'column' }, side: Source): SparkType[] =>
    side.columns.filter((c) => names(c, path, plan)).map(({ type }) => type);
  const ofRight = columns.find((arg) => sides(arg, left.columns, right.columns) === 'r');
  const ofLeft = columns.find((arg) => arg !== ofRight);
  if (ofLeft === undefined || ofRight === undefined) return [];
  const [one, other, ...others] = [...typesOf(ofLeft, left), ...typesOf(ofRight, right)];
  const isSame = one !== undefined && other !== undefined && others.length === 0 && sameType(one, other);
  return isSame ? [(ofRight.path.at(-1) ?? '').toLowerCase()] : [];
}

/** Which sides the columns of an expression belong to: `l`, `r`, both, `?` where a name fits several. */
function sides(expr: Expr, left: readonly ScopeColumn[], right: readonly ScopeColumn[]): string {
  const usedSides = new Set<string>();
  visitExpression(expr, {
    expression: (e) => {
      if (e.kind === 'subquery' || e.kind === 'in-query') usedSides.add('?');
      if (e.kind !== 'column') return;
      const [inLeft, inRight] = [left, right].map((columns) => columns.some((c) => names(c, e.path, e.plan)));
      usedSides.add(inLeft === inRight ? '?' : inLeft ? 'l' : 'r');
    },
  });
  return [...usedSides].toSorted().join('');
}

function names(column: ScopeColumn, path: string[], plan?: bigint): boolean {
  if (plan !== undefined && column.plans && !column.plans.has(plan)) return false;
  const [first = '', second] = path.map((part) => part.toLowerCase());
  if (second !== undefined && column.qualifier?.toLowerCase() === first) return column.name.toLowerCase() === second;
  return !column.hidden && column.name.toLowerCase() === first;
}

/** A plain column's type as operator keys name it. */
export const usedColumns = (type: SparkType): string => family(type);
