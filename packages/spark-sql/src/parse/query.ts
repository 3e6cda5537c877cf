import type { Body, Expr, Grouping, LateralView, Query, Select } from '../ast/ast.ts';
import { callAt, sortItemAt, windowAt } from './calls.ts';
import { Gap } from './cursor.ts';
import type { GrammarCursor } from './grammar-cursor.ts';
import { stopWords } from './keywords.ts';
import { relationAt, rowAt } from './relation.ts';

/** Reads a query with its WITH, set operations, ORDER BY, LIMIT; throws a `Gap` where this grammar ends. */
export function queryAt(c: GrammarCursor): Query {
  return c.nested(() => wholeQueryAt(c));
}

function wholeQueryAt(c: GrammarCursor): Query {
  const start = c.start();
  const ctes: Query['with'] = [];
  let recursive = false;
  if (c.take('WITH')) {
    recursive = c.take('RECURSIVE');
    ctes.push(...c.list(() => cteAt(c)));
  }
  const body = setAt(c, 0);
  return { ...tailAt(c, body, start), with: ctes, recursive };
}

function cteAt(c: GrammarCursor): Query['with'][number] {
  const name = c.name();
  const columns = c.is('(') ? c.names() : [];
  c.take('AS');
  c.expect('(');
  const query = c.query();
  c.expect(')');
  return { name, columns, query };
}

/** A query of nothing but its body. */
export const plain = (body: Body, c: GrammarCursor, start: number): Query => ({
  with: [],
  recursive: false,
  body,
  order: [],
  orderAll: false,
  span: c.span(start),
});

function tailAt(c: GrammarCursor, body: Body, start: number): Query {
  const query = plain(body, c, start);
  for (;;) {
    if (c.take('ORDER', 'BY')) {
      query.orderAll = c.is('ALL') && c.peek(1).key !== '.' && c.take('ALL');
      if (!query.orderAll) query.order = c.list(() => sortItemAt(c));
    } else if (c.is('SORT', 'BY') || c.is('CLUSTER', 'BY') || c.is('DISTRIBUTE', 'BY')) {
      const how = c.next().key;
      query.partitionOrder = how === 'SORT' ? 'sort' : how === 'CLUSTER' ? 'cluster' : 'distribute';
      c.next();
      c.list(() => sortItemAt(c));
    } else if (c.take('LIMIT')) {
      if (!c.take('ALL')) query.limit = c.expression();
    } else if (c.take('OFFSET')) {
      query.offset = c.expression();
    } else if (c.is('WINDOW') && body.kind === 'select') {
      body.windows.push(...windowsAt(c));
    } else return { ...query, span: c.span(start) };
  }
}

/** UNION, EXCEPT and MINUS bind equally; INTERSECT binds tighter. */
function setAt(c: GrammarCursor, floor: number): Body {
  const start = c.start();
  let left = termAt(c);
  for (;;) {
    const intersect = c.is('INTERSECT');
    if (!intersect && (floor > 0 || !c.isAny('UNION', 'EXCEPT', 'MINUS'))) return left;
    const key = c.next().key;
    const all = c.take('ALL');
    if (!all) c.take('DISTINCT');
    const byName = c.take('BY', 'NAME');
    const right = intersect ? termAt(c) : setAt(c, 1);
    left = {
      kind: 'set',
      op: intersect ? 'intersect' : key === 'UNION' ? 'union' : 'except',
      all,
      byName,
      left: plain(left, c, start),
      right: plain(right, c, start),
    };
  }
}

function termAt(c: GrammarCursor): Body {
  const start = c.start();
  if (c.take('(')) {
    const query = c.query();
    c.expect(')');
    return { kind: 'nested', query };
  }
  if (c.is('SELECT')) return selectAt(c, []);
  if (c.take('VALUES')) return { kind: 'values', rows: c.list(() => rowAt(c)), span: c.span(start) };
  if (c.is('TABLE')) {
    c.next();
    return { kind: 'relation', relation: relationAt(c) };
  }
  if (c.take('FROM')) {
    const from = c.list(() => relationAt(c));
    const laterals = lateralsAt(c);
    return { ...selectAt(c, from), laterals, from, fromFirst: true };
  }
  throw new Gap('expected a query');
}

function selectAt(c: GrammarCursor, from: Select['from']): Select {
  const start = c.start();
  c.expect('SELECT');
  const hints: string[] = [];
  while (c.peek().kind === 'hint') hints.push(c.next().value);
  const distinct = c.take('DISTINCT');
  if (!distinct) c.take('ALL');
  const items = c.list(() => c.selectItem());
  const select: Select = {
    kind: 'select',
    distinct,
    items,
    from,
    laterals: [],
    windows: [],
    hints,
    span: c.span(start),
  };
  if (c.take('FROM')) {
    select.from = c.list(() => relationAt(c));
    select.laterals = lateralsAt(c);
  }
  if (c.take('WHERE')) select.where = c.expression();
  if (c.take('GROUP', 'BY')) select.group = groupingAt(c);
  if (c.take('HAVING')) select.having = c.expression();
  if (c.is('WINDOW')) select.windows.push(...windowsAt(c));
  return { ...select, span: c.span(start) };
}

function lateralsAt(c: GrammarCursor): LateralView[] {
  const views: LateralView[] = [];
  while (c.take('LATERAL', 'VIEW')) {
    const outer = c.take('OUTER');
    const start = c.start();
    const call = callAt(c, c.name().toLowerCase(), start);
    const table = c.is('AS') || stopWords.has(c.peek().key) || c.peek().kind === 'end' ? '' : c.name();
    const columns = c.take('AS') ? c.list(() => c.name()) : [];
    views.push({ outer, call, table, columns });
  }
  return views;
}

function groupingAt(c: GrammarCursor): Grouping {
  if (c.is('ALL') && !['.', ',', '('].includes(c.peek(1).key)) {
    c.next();
    return { kind: 'all', keys: [], sets: [] };
  }
  if (c.is('ROLLUP', '(') || c.is('CUBE', '(')) {
    const kind = c.next().key === 'CUBE' ? 'cube' : 'rollup';
    c.expect('(');
    const keys = c.list(() => c.expression());
    c.expect(')');
    return { kind, keys, sets: [] };
  }
  if (c.is('GROUPING', 'SETS')) return { kind: 'sets', keys: [], sets: setsAt(c) };
  const keys = c.list(() => {
    if (c.is('ROLLUP', '(') || c.is('CUBE', '(') || c.is('GROUPING', 'SETS')) throw new Gap('mixed grouping');
    return c.expression();
  });
  if (c.take('WITH', 'ROLLUP')) return { kind: 'rollup', keys, sets: [] };
  if (c.take('WITH', 'CUBE')) return { kind: 'cube', keys, sets: [] };
  return c.is('GROUPING', 'SETS') ? { kind: 'sets', keys, sets: setsAt(c) } : { kind: 'plain', keys, sets: [] };
}

function setsAt(c: GrammarCursor): Expr[][] {
  c.expect('GROUPING', 'SETS', '(');
  const sets = c.list(() => {
    if (c.take('(', ')')) return [];
    const expr = c.expression();
    return expr.kind === 'op' && expr.op === 'row' ? expr.args : [expr];
  });
  c.expect(')');
  return sets;
}

function windowsAt(c: GrammarCursor): Select['windows'] {
  c.expect('WINDOW');
  return c.list(() => {
    const name = c.name();
    c.expect('AS');
    return { name, spec: windowAt(c) };
  });
}
