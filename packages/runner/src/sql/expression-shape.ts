import type { Expr } from './ast.ts';

/** An expression but for its place in the text, to compare with others. */
export const shapeOf = (expr: Expr): string =>
  JSON.stringify(expr, (key, value: unknown) => (key === 'span' || key === 'plan' ? undefined : value));
