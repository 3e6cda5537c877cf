import type { Expr } from '../ast/ast.ts';
import { outermost } from '../ast/types.ts';
import { visitExpression } from '../ast/visit.ts';

/** The name that Spark gives an item without AS, if it is simple to tell; else a text that names no column. */
export function autoName(expr: Expr): string {
  if (expr.kind === 'column') return expr.path.at(-1) ?? '';
  if (expr.kind === 'field') return expr.name;
  if (
    expr.kind === 'call' &&
    !expr.over &&
    !expr.filter &&
    expr.args.every((arg) => arg.kind === 'column' || arg.kind === 'star')
  ) {
    const args = expr.args.map((arg) => (arg.kind === 'column' ? (arg.path.at(-1) ?? '') : '1')).join(', ');
    return `${expr.name}(${expr.distinct ? 'DISTINCT ' : ''}${args})`;
  }
  return '\0unnamed';
}

/** Notes what the engine must spell as Spark does to name an item without AS as Spark does. */
export function noteAutoName(expr: Expr, keys: Set<string>): void {
  if (expr.kind === 'column' || expr.kind === 'field') return;
  visitExpression(expr, {
    expression: (e) => {
      const name = partName(e);
      if (name) keys.add(`name:${name}`);
    },
  });
}

function partName(expr: Expr): string | undefined {
  switch (expr.kind) {
    case 'op':
      return `op ${expr.op}`;
    case 'call':
      return (
        expr.name + (expr.distinct ? ':distinct' : '') + (expr.filter ? ':filter' : '') + (expr.over ? ':over' : '')
      );
    case 'literal':
      return `literal:${expr.value?.startsWith('-') ? 'negative' : outermost(expr.type)}`;
    case 'cast':
      return expr.mode;
    case 'column':
      return expr.path.length > 1 ? 'qualified' : undefined;
    case 'alias':
      return undefined;
    default:
      return expr.kind;
  }
}
