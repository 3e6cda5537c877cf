import type { Expr, JoinKind, Relation } from '../ast/ast.ts';
import { callAt } from './calls.ts';
import { Gap } from './cursor.ts';
import type { GrammarCursor } from './grammar-cursor.ts';
import { stopWords } from './keywords.ts';

/** Reads what stands behind FROM: a table, a subquery, a table function, VALUES, with joins, pivots and samples. */
export function relationAt(c: GrammarCursor): Relation {
  let left = relationWithSuffixAt(c);
  for (;;) {
    const natural = c.take('NATURAL');
    const how = joinAt(c);
    if (!how) {
      if (natural) throw new Gap('expected JOIN');
      return left;
    }
    const right = relationWithSuffixAt(c);
    const on = c.take('ON') ? c.expression() : undefined;
    const using = !on && c.take('USING') ? c.names() : undefined;
    left = { kind: 'join', how, natural, left, right, on, using };
  }
}

function joinAt(c: GrammarCursor): JoinKind | undefined {
  const at = c.at;
  const word = c.peek().key;
  let how: JoinKind = 'inner';
  if (word === 'INNER' || word === 'CROSS') {
    c.next();
    how = word === 'CROSS' ? 'cross' : 'inner';
  } else if (word === 'LEFT' || word === 'RIGHT' || word === 'FULL') {
    c.next();
    how = word === 'LEFT' ? 'left' : word === 'RIGHT' ? 'right' : 'full';
    if (word === 'LEFT' && c.take('SEMI')) how = 'semi';
    else if (word === 'LEFT' && c.take('ANTI')) how = 'anti';
    else c.take('OUTER');
  } else if (word === 'SEMI' || word === 'ANTI') {
    c.next();
    how = word === 'SEMI' ? 'semi' : 'anti';
  }
  if (c.take('JOIN')) return how;
  c.at = at;
  return undefined;
}

function relationWithSuffixAt(c: GrammarCursor): Relation {
  let relation = primaryAt(c);
  for (;;) {
    const start = c.start();
    if (c.isAny('PIVOT', 'UNPIVOT') && (c.peek(1).key === '(' || ['INCLUDE', 'EXCLUDE'].includes(c.peek(1).key))) {
      const kind = c.next().key === 'PIVOT' ? 'pivot' : 'unpivot';
      if (c.take('INCLUDE') || c.take('EXCLUDE')) c.expect('NULLS');
      c.group();
      aliasAt(c);
      relation = { kind, input: relation, text: c.sql.slice(start, c.peek(-1).end), span: c.span(start) };
    } else if (c.take('TABLESAMPLE')) {
      c.group();
      if (c.take('REPEATABLE')) c.group();
      const alias = aliasAt(c);
      if (alias.alias) relation = withAlias(relation, alias.alias);
      relation = {
        kind: 'sample',
        input: relation,
        text: c.sql.slice(start, c.peek(-1).end),
        span: c.span(start),
      };
    } else return relation;
  }
}

const withAlias = (relation: Relation, alias: string): Relation =>
  'alias' in relation || relation.kind === 'table' ? { ...relation, alias } : relation;

function primaryAt(c: GrammarCursor): Relation {
  const start = c.start();
  const lateral = c.take('LATERAL');
  if (c.take('(')) {
    if (c.startsQuery()) {
      const query = c.attempt(() => {
        const inner = c.query();
        c.expect(')');
        return inner;
      });
      if (query) return { kind: 'derived', query, lateral, ...aliasAt(c), span: c.span(start) };
    }
    const inner = relationAt(c);
    c.expect(')');
    const { alias, columns } = aliasAt(c);
    if (columns.length || (alias && inner.kind === 'join')) throw new Gap('a named join');
    return alias ? withAlias(inner, alias) : inner;
  }
  if (c.take('VALUES')) {
    const rows = c.list(() => rowAt(c));
    return { kind: 'values', rows, ...aliasAt(c), span: c.span(start) };
  }
  const token = c.peek();
  if (token.kind === 'word' && stopWords.has(token.key)) throw new Gap('expected a relation');
  const name = [c.name()];
  while (c.take('.')) name.push(c.name());
  if (c.is('(')) {
    const call = callAt(c, name.join('.').toLowerCase(), start);
    return { kind: 'function', call, lateral, ...aliasAt(c), span: c.span(start) };
  }
  const span = c.span(start);
  return { kind: 'table', name, ...aliasAt(c), span };
}

function aliasAt(c: GrammarCursor): { alias?: string; columns: string[] } {
  const as = c.take('AS');
  const token = c.peek();
  const hasAlias = token.kind === 'quoted' || (token.kind === 'word' && (as || !stopWords.has(token.key)));
  const alias = hasAlias ? c.name() : undefined;
  const columns = (hasAlias || as) && c.is('(') ? c.names() : [];
  return { alias, columns };
}

/** A row of VALUES: in parentheses, or a single value. */
export function rowAt(c: GrammarCursor): Expr[] {
  const expr = c.expression();
  if (expr.kind === 'op' && expr.op === 'row') return expr.args;
  if (expr.kind === 'call' && ['struct', 'named_struct'].includes(expr.name)) throw new Gap('a struct as a row');
  return [expr];
}
