import type { Expr } from './ast.ts';

/** The name of a column as a text spells it, each part in backticks. */
export const quotePath = (path: readonly string[]): string =>
  path.map((part) => `\`${part.replaceAll('`', '``')}\``).join('.');

/** An expression but for its place in the text, to compare with others. */
export const shapeOf = (expr: Expr): string =>
  JSON.stringify(expr, (key, value: unknown) => (key === 'span' || key === 'plan' ? undefined : value));

/**
 * What stands in an expression where a template has the column `hole`: the same at all such places, and a column. Undefined
 * where the expression is no other one of that template.
 */
export function columnAtHole(template: Expr, hole: string, expr: Expr): (Expr & { kind: 'column' }) | undefined {
  let operand: Expr | undefined;
  const isHole = (value: object): boolean => {
    const { kind, path } = value as { kind?: unknown; path?: unknown };
    return kind === 'column' && Array.isArray(path) && path.length === 1 && path[0] === hole;
  };
  const fits = (a: unknown, b: unknown): boolean => {
    if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
    if (isHole(a)) {
      operand ??= b as Expr;
      return shapeOf(operand) === shapeOf(b as Expr);
    }
    const [keys, others] = [a, b].map((value) => Object.keys(value).filter((key) => key !== 'span' && key !== 'plan'));
    if (keys === undefined || keys.length !== others?.length) return false;
    return keys.every((key) => fits((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
  };
  return fits(template, expr) && operand?.kind === 'column' ? operand : undefined;
}
