import type { Call, Expr, Span } from '../ast/ast.ts';
import { simple } from '../ast/types.ts';
import { type Cursor, Gap } from './cursor.ts';

export const op = (name: string, args: Expr[], span: Span): Expr => ({ kind: 'op', op: name, args, span });

export const call = (name: string, args: Expr[], span: Span): Call => ({
  kind: 'call',
  name,
  args,
  distinct: false,
  span,
});

/** A bare unit word as a string literal. */
export function unitAt(c: Cursor): Expr {
  const token = c.next();
  if (token.kind !== 'word' && token.kind !== 'string') throw new Gap('expected a unit');
  const value = (token.kind === 'string' ? token.value : token.text).toLowerCase();
  return { kind: 'literal', type: simple('string'), value, span: { start: token.start, end: token.end } };
}
