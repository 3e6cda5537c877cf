import type { Expr } from '../ast/ast.ts';
import type { DataType } from '@millrace/spark-connect/types';
import { dayTimeInterval, nullType, outermost, simple, yearMonthInterval } from '../ast/types.ts';
import { callAt } from './calls.ts';
import { Gap } from './cursor.ts';
import type { GrammarCursor } from './grammar-cursor.ts';
import { bareFunctions, stopWords, typedLiterals, units } from './keywords.ts';
import { numberLiteral, stringLiteral } from './literals.ts';
import { call, op } from './nodes.ts';
import { specialCalls } from './special-calls.ts';
import { typeAt } from './type.ts';

/** Reads what stands between operators: literals, names, calls, CASE, casts, parentheses, subqueries, lambdas. */
export function primary(c: GrammarCursor): Expr {
  const token = c.peek();
  const start = token.start;
  if (token.kind === 'number') return numberLiteral(c, false, start);
  if (token.kind === 'string') return stringsAt(c);
  if (token.key === '*') {
    c.next();
    return { kind: 'star', qualifier: [], except: exceptAt(c), span: c.span(start) };
  }
  if (token.key === '(') return parseParenthesized(c);
  if (token.kind === 'quoted') return nameOrCall(c);
  if (token.kind !== 'word') throw new Gap('expected an expression');
  return literalWord(c) ?? keywordExpression(c) ?? nameOrCall(c);
}

function stringsAt(c: GrammarCursor): Expr {
  const strings = [c.next()];
  while (c.peek().kind === 'string') strings.push(c.next());
  return stringLiteral(strings, c);
}

function literalWord(c: GrammarCursor): Expr | undefined {
  const token = c.peek();
  const start = token.start;
  const literal = Object.hasOwn(typedLiterals, token.key) ? typedLiterals[token.key] : undefined;
  if (literal && c.peek(1).kind === 'string') {
    c.next();
    const value = c.next().value;
    return { kind: 'literal', type: literal, value, spelling: outermost(literal), span: c.span(start) };
  }
  if (c.is('INTERVAL') && !['(', ',', ')', '.'].includes(c.peek(1).key)) return c.attempt(() => intervalAt(c));
  if (c.peek(1).key === '(' || c.peek(1).key === '.') return undefined;
  if (c.take('NULL')) return { kind: 'literal', type: nullType, value: null, span: c.span(start) };
  if (c.isAny('TRUE', 'FALSE')) {
    return {
      kind: 'literal',
      type: simple('boolean'),
      value: c.next().key.toLowerCase(),
      span: c.span(start),
    };
  }
  return undefined;
}

const isAmount = (c: GrammarCursor, ahead = 0): boolean => ['number', 'string'].includes(c.peek(ahead).kind);

const isUnit = (c: GrammarCursor, ahead = 0): boolean =>
  c.peek(ahead).kind === 'word' && units.has(c.peek(ahead).key.replace(/S$/, ''));

function intervalAt(c: GrammarCursor): Expr {
  const start = c.start();
  c.expect('INTERVAL');
  const units: string[] = [];
  do {
    c.take('-');
    if (!isAmount(c)) throw new Gap('expected an amount');
    c.next();
    if (!isUnit(c)) break;
    units.push(c.next().key.replace(/S$/, ''));
    if (c.take('TO')) units.push(c.next().key.replace(/S$/, ''));
  } while (isAmount(c) || (c.is('-') && isAmount(c, 1) && isUnit(c, 2)));
  const spelling = `interval ${units.join(' to ').toLowerCase()}`;
  return {
    kind: 'literal',
    type: intervalOf(units),
    value: c.sql.slice(start, c.peek(-1).end),
    spelling,
    span: c.span(start),
  };
}

function intervalOf(units: string[]): DataType {
  const months = units.filter((unit) => unit === 'YEAR' || unit === 'MONTH').length;
  if (!units.length || (months && months < units.length)) return simple('interval');
  if (months) return yearMonthInterval();
  return units.every((unit) => unit === 'DAY' || unit === 'WEEK') ? dayTimeInterval(0, 0) : dayTimeInterval();
}

function keywordExpression(c: GrammarCursor): Expr | undefined {
  const start = c.start();
  if (c.is('CASE')) return caseAt(c);
  if (c.isAny('CAST', 'TRY_CAST') && c.peek(1).key === '(') {
    const mode = c.next().key === 'CAST' ? 'cast' : 'try_cast';
    c.expect('(');
    const arg = c.expression();
    c.expect('AS');
    const to = typeAt(c);
    c.expect(')');
    return { kind: 'cast', mode, to, arg, span: c.span(start) };
  }
  if (c.is('EXISTS', '(') && c.startsQuery(2)) {
    c.expect('EXISTS', '(');
    const query = c.query();
    c.expect(')');
    return { kind: 'subquery', how: 'exists', query, span: c.span(start) };
  }
  const special = specialCalls[c.peek().key];
  if (special && c.peek(1).key === '(') {
    const call = c.attempt(() => special(c));
    if (call) return call;
  }
  if (bareFunctions.has(c.peek().key) && c.peek(1).key !== '(' && c.peek(1).key !== '.') {
    return call(c.next().text.toLowerCase(), [], c.span(start));
  }
  return undefined;
}

function caseAt(c: GrammarCursor): Expr {
  const start = c.start();
  c.expect('CASE');
  const operand = c.is('WHEN') ? undefined : c.expression();
  const branches: { when: Expr; then: Expr }[] = [];
  while (c.take('WHEN')) {
    const when = c.expression();
    c.expect('THEN');
    branches.push({ when, then: c.expression() });
  }
  const otherwise = c.take('ELSE') ? c.expression() : undefined;
  c.expect('END');
  return { kind: 'case', operand, branches, otherwise, span: c.span(start) };
}

function parseParenthesized(c: GrammarCursor): Expr {
  const start = c.start();
  const lambda = c.attempt(() => {
    const params = c.names();
    c.expect('->');
    return params;
  });
  if (lambda) return { kind: 'lambda', params: lambda, body: c.expression(), span: c.span(start) };
  if (c.startsQuery(1)) {
    const query = c.attempt(() => {
      c.expect('(');
      const inner = c.query();
      c.expect(')');
      return inner;
    });
    if (query) return { kind: 'subquery', how: 'scalar', query, span: c.span(start) };
  }
  c.expect('(');
  const items = c.list(() => c.selectItem());
  c.expect(')');
  const [only] = items;
  return only && items.length === 1 && only.kind !== 'alias' ? only : op('row', items, c.span(start));
}

function nameOrCall(c: GrammarCursor): Expr {
  const start = c.start();
  const first = c.peek();
  if (first.kind === 'word' && stopWords.has(first.key) && c.peek(1).key !== '(') throw new Gap('a clause begins');
  const path = [c.name()];
  if (c.take('->')) return { kind: 'lambda', params: path, body: c.expression(), span: c.span(start) };
  while (c.is('.')) {
    if (c.peek(1).key === '*') {
      c.expect('.', '*');
      return { kind: 'star', qualifier: path, except: exceptAt(c), span: c.span(start) };
    }
    if (c.peek(1).kind !== 'word' && c.peek(1).kind !== 'quoted') break;
    c.next();
    path.push(c.name());
  }
  return c.is('(') ? callAt(c, path.join('.').toLowerCase(), start) : { kind: 'column', path, span: c.span(start) };
}

function exceptAt(c: GrammarCursor): boolean {
  if (!c.is('EXCEPT', '(') || c.startsQuery(2)) return false;
  c.expect('EXCEPT', '(');
  c.list(() => {
    do c.name();
    while (c.take('.'));
  });
  c.expect(')');
  return true;
}
