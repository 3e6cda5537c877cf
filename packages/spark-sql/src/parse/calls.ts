import type { Call, Expr, SortItem, WindowSpec } from '../ast/ast.ts';
import { Gap } from './cursor.ts';
import type { GrammarCursor } from './grammar-cursor.ts';
import { unitFunctions, units } from './keywords.ts';
import { unitAt } from './nodes.ts';

/** The rest of a call whose name was read: arguments, FILTER, WITHIN GROUP, IGNORE NULLS, OVER. */
export function callAt(c: GrammarCursor, name: string, start: number): Call {
  c.expect('(');
  const unit = unitFunctions.has(name.toUpperCase()) && units.has(c.peek().key) && c.peek(1).key === ',';
  const distinct = c.take('DISTINCT');
  if (!distinct) c.take('ALL');
  const args: Expr[] = [];
  if (unit) {
    args.push(unitAt(c));
    c.expect(',');
  }
  if (!c.is(')')) args.push(...c.list(() => argumentAt(c)));
  let nulls = nullsAt(c);
  c.expect(')');
  const within = c.take('WITHIN', 'GROUP') ? withinAt(c) : undefined;
  const filter = c.take('FILTER') ? filterAt(c) : undefined;
  nulls = nullsAt(c) ?? nulls;
  const over = c.take('OVER') ? overAt(c) : undefined;
  return { kind: 'call', name, args, distinct, filter, within, nulls, over, span: c.span(start) };
}

function argumentAt(c: GrammarCursor): Expr {
  const start = c.start();
  if (c.peek(1).key === '=>') throw new Gap('named arguments');
  const arg = c.startsQuery() && !c.is('(') ? undefined : c.selectItem();
  if (arg) return arg;
  const query = c.query();
  return { kind: 'subquery', how: 'scalar', query, span: c.span(start) };
}

function nullsAt(c: GrammarCursor): 'ignore' | 'respect' | undefined {
  if (c.take('IGNORE', 'NULLS')) return 'ignore';
  return c.take('RESPECT', 'NULLS') ? 'respect' : undefined;
}

function withinAt(c: GrammarCursor): SortItem[] {
  c.expect('(', 'ORDER', 'BY');
  const order = c.list(() => sortItemAt(c));
  c.expect(')');
  return order;
}

function filterAt(c: GrammarCursor): Expr {
  c.expect('(', 'WHERE');
  const filter = c.expression();
  c.expect(')');
  return filter;
}

function overAt(c: GrammarCursor): WindowSpec {
  return c.is('(') ? windowAt(c) : { name: c.name(), partition: [], order: [] };
}

/** `( [name] [PARTITION BY …] [ORDER BY …] [ROWS|RANGE …] )` */
export function windowAt(c: GrammarCursor): WindowSpec {
  c.expect('(');
  const hasName =
    c.peek().kind !== 'symbol' && !c.isAny('PARTITION', 'DISTRIBUTE', 'ORDER', 'SORT', 'ROWS', 'RANGE', 'CLUSTER');
  const name = hasName ? c.name() : undefined;
  const partition = c.take('PARTITION', 'BY') || c.take('DISTRIBUTE', 'BY') ? c.list(() => c.expression()) : [];
  const order = c.take('ORDER', 'BY') || c.take('SORT', 'BY') ? c.list(() => sortItemAt(c)) : [];
  const frame = c.isAny('ROWS', 'RANGE') ? frameAt(c) : undefined;
  c.expect(')');
  return { name, partition, order, frame };
}

function frameAt(c: GrammarCursor): string {
  const words: string[] = [];
  while (!c.is(')')) {
    const token = c.next();
    if (token.kind === 'end' || token.key === '(') throw new Gap('a computed frame');
    words.push(token.kind === 'number' ? 'n' : token.kind === 'string' ? "'n'" : token.key.toLowerCase());
  }
  return words.join(' ');
}

export function sortItemAt(c: GrammarCursor): SortItem {
  const arg = c.expression();
  const descending = c.take('DESC') || (c.take('ASC') && false);
  const nulls = c.take('NULLS', 'FIRST') ? 'first' : c.take('NULLS', 'LAST') ? 'last' : undefined;
  return { arg, descending, nulls };
}
