import type { Call, Expr } from '../ast/ast.ts';
import { type Cursor, Gap } from './cursor.ts';
import { expressionAt, operandAt } from './expression.ts';
import { call, unitAt } from './primary.ts';

/** Calls whose arguments are parted by words instead of commas, each with its reader. */
export const specialCalls: Record<string, (c: Cursor) => Call> = {
  EXTRACT: (c) => {
    const start = open(c);
    const unit = unitAt(c);
    c.expect('FROM');
    return close(c, 'extract', [unit, expressionAt(c)], start);
  },
  POSITION: (c) => {
    const start = open(c);
    const inner = operandAt(c);
    c.expect('IN');
    return close(c, 'position', [inner, expressionAt(c)], start);
  },
  SUBSTRING: substringAt,
  SUBSTR: substringAt,
  TRIM: (c) => {
    const start = open(c);
    const side = c.isAny('BOTH', 'LEADING', 'TRAILING') ? c.next().key.toLowerCase() : undefined;
    const chars = c.is('FROM') ? undefined : expressionAt(c);
    c.expect('FROM');
    const name = side === 'leading' ? 'ltrim' : side === 'trailing' ? 'rtrim' : 'btrim';
    return close(c, name, [expressionAt(c), ...(chars ? [chars] : [])], start);
  },
  OVERLAY: (c) => {
    const start = open(c);
    const args = [expressionAt(c)];
    c.expect('PLACING');
    args.push(expressionAt(c));
    c.expect('FROM');
    args.push(expressionAt(c));
    if (c.take('FOR')) args.push(expressionAt(c));
    return close(c, 'overlay', args, start);
  },
};

function open(c: Cursor): number {
  const start = c.start();
  c.next();
  c.expect('(');
  return start;
}

function close(c: Cursor, name: string, args: Expr[], start: number): Call {
  c.expect(')');
  if (c.isAny('OVER', 'FILTER')) throw new Gap('an aggregate of this name');
  return call(name, args, c, start);
}

function substringAt(c: Cursor): Call {
  const start = open(c);
  const args = [expressionAt(c)];
  c.expect('FROM');
  args.push(expressionAt(c));
  if (c.take('FOR')) args.push(expressionAt(c));
  return close(c, 'substring', args, start);
}
