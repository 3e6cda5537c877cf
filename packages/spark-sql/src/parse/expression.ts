import type { Expr } from '../ast/ast.ts';
import { Gap } from './cursor.ts';
import type { GrammarCursor } from './grammar-cursor.ts';
import { stopWords } from './keywords.ts';
import { numberLiteral } from './literals.ts';
import { op } from './nodes.ts';
import { primary } from './primary.ts';
import { typeAt } from './type.ts';

const binary: Record<string, number> = {
  '|': 5, '^': 6, '&': 7, '<<': 8, '>>': 8, '>>>': 8, '+': 9, '-': 9, '||': 9, '*': 10, '/': 10, '%': 10, DIV: 10,
}; // prettier-ignore
const comparisons: Record<string, string> = {
  '=': '=', '==': '=', '<>': '<>', '!=': '<>', '<': '<', '<=': '<=', '>': '>', '>=': '>=', '<=>': '<=>',
}; // prettier-ignore
const likes: Record<string, string> = { LIKE: 'like', ILIKE: 'ilike', RLIKE: 'rlike', REGEXP: 'rlike' };

/** Reads an expression; throws a `Gap` where this grammar ends. */
export function expressionAt(c: GrammarCursor): Expr {
  return c.nested(() => orAt(c));
}

const deeper = (c: GrammarCursor, expr: Expr): Expr => {
  c.deeper();
  return expr;
};

function orAt(c: GrammarCursor): Expr {
  const start = c.start();
  let left = andAt(c);
  while (c.take('OR')) left = deeper(c, op('or', [left, andAt(c)], c.span(start)));
  return left;
}

function andAt(c: GrammarCursor): Expr {
  const start = c.start();
  let left = notAt(c);
  while (c.take('AND')) left = deeper(c, op('and', [left, notAt(c)], c.span(start)));
  return left;
}

function notAt(c: GrammarCursor): Expr {
  const start = c.start();
  if (c.take('NOT') || c.take('!')) return op('not', [c.nested(() => notAt(c))], c.span(start));
  return predicateAt(c);
}

function predicateAt(c: GrammarCursor): Expr {
  const start = c.start();
  let left = valueAt(c, 0);
  for (;;) {
    const comparison = comparisons[c.peek().key];
    if (comparison) {
      c.next();
      c.deeper();
      left = op(comparison, [left, valueAt(c, 0)], c.span(start));
      continue;
    }
    const negated = c.is('NOT') && (likes[c.peek(1).key] !== undefined || ['IN', 'BETWEEN'].includes(c.peek(1).key));
    if (negated) c.next();
    const not = negated ? 'not ' : '';
    const like = likes[c.peek().key];
    if (like) {
      c.next();
      left = likeAt(c, left, not + like, start);
    } else if (c.take('BETWEEN')) {
      const low = valueAt(c, 0);
      c.expect('AND');
      left = op(`${not}between`, [left, low, valueAt(c, 0)], c.span(start));
    } else if (c.take('IN')) {
      left = inAt(c, left, negated, start);
    } else if (c.take('IS')) {
      left = isAt(c, left, start);
    } else return left;
  }
}

function likeAt(c: GrammarCursor, left: Expr, name: string, start: number): Expr {
  if (c.isAny('ALL', 'ANY', 'SOME')) {
    const how = c.next().key.toLowerCase();
    c.expect('(');
    const patterns = c.list(() => expressionAt(c));
    c.expect(')');
    return op(`${name} ${how}`, [left, ...patterns], c.span(start));
  }
  const pattern = valueAt(c, 0);
  if (c.take('ESCAPE')) return op(`${name} escape`, [left, pattern, valueAt(c, 0)], c.span(start));
  return op(name, [left, pattern], c.span(start));
}

function inAt(c: GrammarCursor, left: Expr, negated: boolean, start: number): Expr {
  c.expect('(');
  if (c.startsQuery()) {
    const query = c.query();
    c.expect(')');
    const args = left.kind === 'op' && left.op === 'row' ? left.args : [left];
    return { kind: 'in-query', negated, args, query, span: c.span(start) };
  }
  const list = c.list(() => expressionAt(c));
  c.expect(')');
  return op(negated ? 'not in' : 'in', [left, ...list], c.span(start));
}

function isAt(c: GrammarCursor, left: Expr, start: number): Expr {
  const not = c.take('NOT') ? 'not ' : '';
  if (c.take('DISTINCT', 'FROM')) return op(`is ${not}distinct from`, [left, valueAt(c, 0)], c.span(start));
  if (!c.isAny('NULL', 'TRUE', 'FALSE', 'UNKNOWN')) throw new Gap('expected NULL, TRUE or FALSE');
  return op(`is ${not}${c.next().key.toLowerCase()}`, [left], c.span(start));
}

function valueAt(c: GrammarCursor, floor: number): Expr {
  const start = c.start();
  let left = unaryAt(c);
  for (;;) {
    const key = c.peek().key;
    const power = binary[key];
    if (power === undefined || power <= floor) return left;
    c.next();
    c.deeper();
    left = op(key.toLowerCase(), [left, valueAt(c, power)], c.span(start));
  }
}

function unaryAt(c: GrammarCursor): Expr {
  const start = c.start();
  if (c.is('-') && c.peek(1).kind === 'number' && !['[', '.', '::'].includes(c.peek(2).key)) {
    c.next();
    return numberLiteral(c, true, start);
  }
  if (c.isAny('-', '+', '~')) {
    const sign = c.next().key;
    return op(`${sign}x`, [c.nested(() => unaryAt(c))], c.span(start));
  }
  return postfixAt(c);
}

function postfixAt(c: GrammarCursor): Expr {
  const start = c.start();
  let left = primary(c);
  for (;;) {
    if (c.isAny('[', '::', '.')) c.deeper();
    if (c.take('[')) {
      const index = valueAt(c, 0);
      c.expect(']');
      left = { kind: 'index', arg: left, index, span: c.span(start) };
    } else if (c.take('::')) {
      left = { kind: 'cast', mode: 'cast', to: typeAt(c), arg: left, span: c.span(start) };
    } else if (c.is('.') && (c.peek(1).kind === 'word' || c.peek(1).kind === 'quoted')) {
      c.next();
      left = { kind: 'field', arg: left, name: c.name(), span: c.span(start) };
    } else return left;
  }
}

/** An expression that stops before IN, AND, comparisons and kin. */
export const operandAt = (c: GrammarCursor): Expr => valueAt(c, 0);

/** An item of a select list: an expression with an optional name, or several names in parentheses. */
export function selectItemAt(c: GrammarCursor): Expr {
  const start = c.start();
  const arg = expressionAt(c);
  if (c.take('AS')) {
    const names = c.is('(') ? c.names() : [c.name()];
    return { kind: 'alias', arg, names, span: c.span(start) };
  }
  const token = c.peek();
  if (token.kind === 'quoted' || (token.kind === 'word' && !stopWords.has(token.key))) {
    return { kind: 'alias', arg, names: [c.name()], span: c.span(start) };
  }
  return arg;
}
