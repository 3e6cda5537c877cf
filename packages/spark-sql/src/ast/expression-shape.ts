import type { Expr } from './ast.ts';

/** The name of a column as a text spells it, each part in backticks. */
export const quotedPath = (path: readonly string[]): string =>
  path.map((part) => `\`${part.replaceAll('`', '``')}\``).join('.');

/** An expression but for its place in the text, to compare with others. */
export const shapeOf = (expr: Expr): string =>
  JSON.stringify(expr, (key, value: unknown) => (key === 'span' || key === 'plan' ? undefined : value));
