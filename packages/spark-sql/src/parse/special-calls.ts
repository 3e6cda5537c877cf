import type { Call, Expr } from '../ast/ast.ts';
import { Gap } from './cursor.ts';
import type { GrammarCursor } from './grammar-cursor.ts';
import { call, unitAt } from './nodes.ts';

/** Calls whose arguments are parted by words instead of commas, each with its reader. */
export const specialCalls: Record<string, (c: GrammarCursor) => Call> = {
  EXTRACT: (c) => {
    const start = open(c);
    const unit = unitAt(c);
    c.expect('FROM');
    return close(c, 'extract', [unit, c.expression()], start);
  },
  POSITION: (c) => {
    const start = open(c);
    const inner = c.operand();
    c.expect('IN');
    return close(c, 'position', [inner, c.expression()], start);
  },
  SUBSTRING: substringAt,
  SUBSTR: substringAt,
  TRIM: (c) => {
    const start = open(c);
    const side = c.isAny('BOTH', 'LEADING', 'TRAILING') ? c.next().key.toLowerCase() : undefined;
    const chars = c.is('FROM') ? undefined : c.expression();
    c.expect('FROM');
    const name = side === 'leading' ? 'ltrim' : side === 'trailing' ? 'rtrim' : 'btrim';
    return close(c, name, [c.expression(), ...(chars ? [chars] : [])], start);
  },
  OVERLAY: (c) => {
    const start = open(c);
    const args = [c.expression()];
    c.expect('PLACING');
    args.push(c.expression());
    c.expect('FROM');
    args.push(c.expression());
    if (c.take('FOR')) args.push(c.expression());
    return close(c, 'overlay', args, start);
  },
};

function open(c: GrammarCursor): number {
  const start = c.start();
  c.next();
  c.expect('(');
  return start;
}

function close(c: GrammarCursor, name: string, args: Expr[], start: number): Call {
  c.expect(')');
  if (c.isAny('OVER', 'FILTER')) throw new Gap('an aggregate of this name');
  return call(name, args, c.span(start));
}

function substringAt(c: GrammarCursor): Call {
  const start = open(c);
  const args = [c.expression()];
  c.expect('FROM');
  args.push(c.expression());
  if (c.take('FOR')) args.push(c.expression());
  return close(c, 'substring', args, start);
}
