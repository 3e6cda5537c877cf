import type { Call, Expr, SortItem, WindowSpec } from '../ast/ast.ts';
import { type Cursor, Gap } from './cursor.ts';
import { bareFunctions, stopWords, typedLiterals, unitFunctions, units } from './keywords.ts';
import { numberLiteral, stringLiteral } from './literals.ts';
import { expressionAt, namedAt, op } from './expression.ts';
import { specialCalls } from './special-calls.ts';
import { queryAt, sortItemAt, startsQuery } from './query.ts';
import { typeAt } from './type.ts';
import { nullType, simple } from '../ast/types.ts';

/** Reads what stands between operators: literals, names, calls, CASE, casts, parentheses, subqueries, lambdas. */
export function primary(c: Cursor): Expr {
  const token = c.peek();
  const start = token.start;
  if (token.kind === 'number') return numberLiteral(c, false, start);
  if (token.kind === 'string') return stringsAt(c);
  if (token.key === '*') {
    c.next();
    return { kind: 'star', qualifier: [], except: exceptAt(c), span: c.span(start) };
  }
  if (token.key === '(') return parenthesised(c);
  if (token.kind === 'quoted') return nameOrCall(c);
  if (token.kind !== 'word') throw new Gap('expected an expression');
  return literalWord(c) ?? keywordExpression(c) ?? nameOrCall(c);
}

function stringsAt(c: Cursor): Expr {
  const strings = [c.next()];
  while (c.peek().kind === 'string') strings.push(c.next());
  return stringLiteral(strings, c);
}

function literalWord(c: Cursor): Expr | undefined {
  const token = c.peek();
  const start = token.start;
  const typed = Object.hasOwn(typedLiterals, token.key) ? typedLiterals[token.key] : undefined;
  if (typed && c.peek(1).kind === 'string') {
    c.next();
    const value = c.next().value;
    return { kind: 'literal', type: simple(typed), value, spelling: typed, span: c.span(start) };
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

const isAmount = (c: Cursor, ahead = 0): boolean => ['number', 'string'].includes(c.peek(ahead).kind);

const isUnit = (c: Cursor, ahead = 0): boolean =>
  c.peek(ahead).kind === 'word' && units.has(c.peek(ahead).key.replace(/S$/, ''));

function intervalAt(c: Cursor): Expr {
  const start = c.start();
  c.expect('INTERVAL');
  const seen: string[] = [];
  do {
    c.take('-');
    if (!isAmount(c)) throw new Gap('expected an amount');
    c.next();
    if (!isUnit(c)) break;
    seen.push(c.next().key.replace(/S$/, ''));
    if (c.take('TO')) seen.push(c.next().key.replace(/S$/, ''));
  } while (isAmount(c) || (c.is('-') && isAmount(c, 1) && isUnit(c, 2)));
  const kind = intervalKind(seen);
  const spelling = `interval ${seen.join(' to ').toLowerCase()}`;
  return {
    kind: 'literal',
    type: simple(kind),
    value: c.sql.slice(start, c.peek(-1).end),
    spelling,
    span: c.span(start),
  };
}

function intervalKind(seen: string[]): 'interval' | 'interval_ym' | 'interval_day' | 'interval_dt' {
  const months = seen.filter((unit) => unit === 'YEAR' || unit === 'MONTH').length;
  if (!seen.length || (months && months < seen.length)) return 'interval';
  if (months) return 'interval_ym';
  return seen.every((unit) => unit === 'DAY' || unit === 'WEEK') ? 'interval_day' : 'interval_dt';
}

function keywordExpression(c: Cursor): Expr | undefined {
  const start = c.start();
  if (c.is('CASE')) return caseAt(c);
  if (c.isAny('CAST', 'TRY_CAST') && c.peek(1).key === '(') {
    const mode = c.next().key === 'CAST' ? 'cast' : 'try_cast';
    c.expect('(');
    const arg = expressionAt(c);
    c.expect('AS');
    const to = typeAt(c);
    c.expect(')');
    return { kind: 'cast', mode, to, arg, span: c.span(start) };
  }
  if (c.is('EXISTS', '(') && startsQuery(c, 2)) {
    c.expect('EXISTS', '(');
    const query = queryAt(c);
    c.expect(')');
    return { kind: 'subquery', how: 'exists', query, span: c.span(start) };
  }
  const special = specialCalls[c.peek().key];
  if (special && c.peek(1).key === '(') {
    const call = c.attempt(() => special(c));
    if (call) return call;
  }
  if (bareFunctions.has(c.peek().key) && c.peek(1).key !== '(' && c.peek(1).key !== '.') {
    return call(c.next().text.toLowerCase(), [], c, start);
  }
  return undefined;
}

export function call(name: string, args: Expr[], c: Cursor, start: number): Call {
  return { kind: 'call', name, args, distinct: false, span: c.span(start) };
}

function caseAt(c: Cursor): Expr {
  const start = c.start();
  c.expect('CASE');
  const operand = c.is('WHEN') ? undefined : expressionAt(c);
  const branches: { when: Expr; then: Expr }[] = [];
  while (c.take('WHEN')) {
    const when = expressionAt(c);
    c.expect('THEN');
    branches.push({ when, then: expressionAt(c) });
  }
  const otherwise = c.take('ELSE') ? expressionAt(c) : undefined;
  c.expect('END');
  return { kind: 'case', operand, branches, otherwise, span: c.span(start) };
}

function parenthesised(c: Cursor): Expr {
  const start = c.start();
  const lambda = c.attempt(() => {
    const params = c.names();
    c.expect('->');
    return params;
  });
  if (lambda) return { kind: 'lambda', params: lambda, body: expressionAt(c), span: c.span(start) };
  if (startsQuery(c, 1)) {
    const query = c.attempt(() => {
      c.expect('(');
      const inner = queryAt(c);
      c.expect(')');
      return inner;
    });
    if (query) return { kind: 'subquery', how: 'scalar', query, span: c.span(start) };
  }
  c.expect('(');
  const items = c.list(() => namedAt(c));
  c.expect(')');
  const [only] = items;
  return only && items.length === 1 && only.kind !== 'alias' ? only : op('row', items, c.span(start));
}

function nameOrCall(c: Cursor): Expr {
  const start = c.start();
  const first = c.peek();
  if (first.kind === 'word' && stopWords.has(first.key) && c.peek(1).key !== '(') throw new Gap('a clause begins');
  const path = [c.name()];
  if (c.take('->')) return { kind: 'lambda', params: path, body: expressionAt(c), span: c.span(start) };
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

function exceptAt(c: Cursor): boolean {
  if (!c.is('EXCEPT', '(') || startsQuery(c, 2)) return false;
  c.expect('EXCEPT', '(');
  c.list(() => {
    do c.name();
    while (c.take('.'));
  });
  c.expect(')');
  return true;
}

/** The rest of a call whose name was read: arguments, FILTER, WITHIN GROUP, IGNORE NULLS, OVER. */
export function callAt(c: Cursor, name: string, start: number): Call {
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

/** A bare unit word as a string literal. */
export function unitAt(c: Cursor): Expr {
  const token = c.next();
  if (token.kind !== 'word' && token.kind !== 'string') throw new Gap('expected a unit');
  const value = (token.kind === 'string' ? token.value : token.text).toLowerCase();
  return { kind: 'literal', type: simple('string'), value, span: { start: token.start, end: token.end } };
}

function argumentAt(c: Cursor): Expr {
  const start = c.start();
  if (c.peek(1).key === '=>') throw new Gap('named arguments');
  const arg = startsQuery(c) && !c.is('(') ? undefined : namedAt(c);
  if (arg) return arg;
  const query = queryAt(c);
  return { kind: 'subquery', how: 'scalar', query, span: c.span(start) };
}

function nullsAt(c: Cursor): 'ignore' | 'respect' | undefined {
  if (c.take('IGNORE', 'NULLS')) return 'ignore';
  return c.take('RESPECT', 'NULLS') ? 'respect' : undefined;
}

function withinAt(c: Cursor): SortItem[] {
  c.expect('(', 'ORDER', 'BY');
  const order = c.list(() => sortItemAt(c));
  c.expect(')');
  return order;
}

function filterAt(c: Cursor): Expr {
  c.expect('(', 'WHERE');
  const filter = expressionAt(c);
  c.expect(')');
  return filter;
}

function overAt(c: Cursor): WindowSpec {
  return c.is('(') ? windowAt(c) : { name: c.name(), partition: [], order: [] };
}

/** `( [name] [PARTITION BY …] [ORDER BY …] [ROWS|RANGE …] )` */
export function windowAt(c: Cursor): WindowSpec {
  c.expect('(');
  const named =
    c.peek().kind !== 'symbol' && !c.isAny('PARTITION', 'DISTRIBUTE', 'ORDER', 'SORT', 'ROWS', 'RANGE', 'CLUSTER');
  const name = named ? c.name() : undefined;
  const partition = c.take('PARTITION', 'BY') || c.take('DISTRIBUTE', 'BY') ? c.list(() => expressionAt(c)) : [];
  const order = c.take('ORDER', 'BY') || c.take('SORT', 'BY') ? c.list(() => sortItemAt(c)) : [];
  const frame = c.isAny('ROWS', 'RANGE') ? frameAt(c) : undefined;
  c.expect(')');
  return { name, partition, order, frame };
}

function frameAt(c: Cursor): string {
  const words: string[] = [];
  while (!c.is(')')) {
    const token = c.next();
    if (token.kind === 'end' || token.key === '(') throw new Gap('a computed frame');
    words.push(token.kind === 'number' ? 'n' : token.kind === 'string' ? "'n'" : token.key.toLowerCase());
  }
  return words.join(' ');
}
