import { Cursor } from '../parse/cursor.ts';
import { queryWords } from '../parse/keywords.ts';
import { problem, type SqlProblem } from './problem.ts';
import { readExpression, readQuery, type ReadText } from './read-text.ts';
import { formats, functions, statements, tableFunctions, writes } from './refused.ts';
import type { Token } from '../parse/tokens.ts';

/**
 * All reasons to refuse a query over the given input tables: it must be one statement that only reads, from these
 * tables alone. Whatever else is wrong with it (unknown columns, syntax) is left to the engine, which says it better.
 */
export const checkSql = (sql: string, tables: string[]): SqlProblem[] => checkQuery(readQuery(sql), tables);

/** As {@link checkSql} for an expression string such as `a + 1`; subqueries in it may read the given tables. */
export const checkExpression = (sql: string, tables: string[] = []): SqlProblem[] =>
  checkExpressionText(readExpression(sql), tables);

/** As {@link checkSql}, for a query that is read already. */
export function checkQuery({ sql, tokens, walk, isOpaque }: ReadText, tables: string[]): SqlProblem[] {
  return inOrder([
    ...checkStatement(sql, tokens),
    ...checkTokens(sql, tokens, isOpaque),
    ...checkRelations(sql, walk, tables),
  ]);
}

/** As {@link checkExpression}, for an expression that is read already. */
export function checkExpressionText({ sql, tokens, walk, isOpaque }: ReadText, tables: string[]): SqlProblem[] {
  return inOrder([
    ...checkEmpty(sql, tokens),
    ...checkSeveral(sql, tokens),
    ...checkTokens(sql, tokens, isOpaque),
    ...checkRelations(sql, walk, tables),
  ]);
}

function inOrder(problems: SqlProblem[]): SqlProblem[] {
  const unique = new Map(problems.map((p) => [`${p.code} ${p.position.offset}`, p]));
  return [...unique.values()].toSorted((a, b) => a.position.offset - b.position.offset);
}

function checkEmpty(sql: string, tokens: Token[]): SqlProblem[] {
  return tokens.every((t) => t.kind === 'end' || t.key === ';') ? [problem('empty', sql, 0)] : [];
}

function checkSeveral(sql: string, tokens: Token[]): SqlProblem[] {
  const first = tokens.findIndex((t) => t.key === ';');
  const next = first < 0 ? undefined : tokens.slice(first).find((t) => t.key !== ';' && t.kind !== 'end');
  return next ? [problem('several-statements', sql, next.start)] : [];
}

function checkStatement(sql: string, tokens: Token[]): SqlProblem[] {
  const empty = checkEmpty(sql, tokens);
  if (empty.length) return empty;
  const problems = checkSeveral(sql, tokens);
  const starts = tokens.filter((_, i) => i === 0 || tokens[i - 1]?.key === ';');
  for (const start of starts) {
    const first = tokens.slice(tokens.indexOf(start)).find((t) => t.key !== '(' && t.kind !== 'hint');
    if (!first || first.kind === 'end' || first.kind === 'bad' || first.key === ';' || queryWords.has(first.key))
      continue;
    problems.push(problem('not-a-query', sql, first.start, statements.has(first.key) ? first.key : `"${first.text}"`));
  }
  return problems;
}

/** What holds for any text, parsed or not: it is looked for token by token. */
function checkTokens(sql: string, tokens: Token[], opaque: boolean): SqlProblem[] {
  const c = new Cursor(sql, tokens);
  const problems: SqlProblem[] = [];
  for (; c.peek().kind !== 'end'; c.next()) {
    const token = c.peek();
    const next = c.peek(1);
    const isCall = next.key === '(' && (token.kind === 'word' || token.kind === 'quoted');
    const name = (token.kind === 'quoted' ? token.value : token.text).trim().toLowerCase();
    if (token.kind === 'bad' && token.value !== 'character') {
      problems.push(problem('unreadable', sql, token.start, token.value));
    } else if (isCall && functions.has(name)) {
      problems.push(problem('function', sql, token.start, name));
    } else if (isCall && token.key === 'IDENTIFIER') {
      problems.push(problem('computed-name', sql, token.start));
    } else if (token.kind === 'word' && c.peek(-1).key !== '.') {
      const write = writes.find(([first, second]) => token.key === first && second.includes(next.key));
      if (write) problems.push(problem('write', sql, token.start, `${write[0]} ${next.key}`));
      if (token.key === 'USING' && next.kind === 'string') problems.push(problem('script', sql, token.start, 'USING'));
    }
  }
  problems.push(...checkDepth(sql, tokens));
  return opaque ? [...problems, ...checkRelationTokens(sql, tokens)] : problems;
}

/**
 * The maximum depth of nested queries: engines plan and run each inside the outer one. The maximum depth of parentheses: Spark's
 * parser scans all of them again from each (20,000 took it more than five minutes).
 */
const [deepest, maxBrackets] = [32, 250];

function checkDepth(sql: string, tokens: Token[]): SqlProblem[] {
  const open: boolean[] = [];
  let depth = 1;
  for (const [at, token] of tokens.entries()) {
    if (token.key === '(') {
      const isQuery = queryWords.has(tokens[at + 1]?.key ?? '');
      open.push(isQuery);
      if (isQuery) depth += 1;
      if (depth > deepest) return [problem('too-deep', sql, token.start)];
      if (open.length > maxBrackets) return [problem('too-many-brackets', sql, token.start)];
    } else if (token.key === ')' && open.pop() === true) depth -= 1;
  }
  return [];
}

/** Path relations in a text that could not be parsed: each name behind FROM, JOIN, TABLE or a comma of theirs. */
function checkRelationTokens(sql: string, tokens: Token[]): SqlProblem[] {
  const c = new Cursor(sql, tokens);
  const problems: SqlProblem[] = [];
  const clauses: string[] = [''];
  for (; c.peek().kind !== 'end'; c.next()) {
    const token = c.peek();
    const clause = clauses.at(-1) ?? '';
    if (token.key === '(') clauses.push(clause === 'FROM' ? 'FROM' : '');
    else if (token.key === ')') clauses.pop();
    else if (clauseWords.has(token.key)) clauses.splice(-1, 1, token.key);
    const relation =
      ['FROM', 'JOIN', 'TABLE', 'LATERAL'].includes(token.key) || (/^[,(]$/.test(token.key) && clause === 'FROM');
    const first = c.peek(1);
    if (!relation || (first.kind !== 'word' && first.kind !== 'quoted')) continue;
    const name = (first.value || first.text).toLowerCase();
    if (c.peek(2).key === '.' && formats.has(name)) {
      problems.push(problem('path-relation', sql, first.start, sql.slice(first.start, c.peek(3).end)));
    } else if (c.peek(2).key === '(' && /read|scan|file|http|load|parquet|csv|orc|avro/.test(name)) {
      problems.push(problem('table-function', sql, first.start, first.text));
    }
  }
  return problems;
}

const clauseWords: ReadonlySet<string> = new Set([
  'SELECT',
  'FROM',
  'WHERE',
  'GROUP',
  'HAVING',
  'ORDER',
  'WINDOW',
  'LIMIT',
]);

function checkRelations(sql: string, walk: ReadText['walk'], tables: string[]): SqlProblem[] {
  const problems: SqlProblem[] = [];
  const tableNames = new Set(tables.map((t) => t.toLowerCase()));
  walk({
    table: (name, span, ctes) => {
      const text = sql.slice(span.start, span.end);
      const [first = ''] = name;
      if (name.length === 1 && (tableNames.has(first.toLowerCase()) || ctes.has(first.toLowerCase()))) return;
      const path = name.length > 1 && (formats.has(first.toLowerCase()) || /[/\\:*]/.test(name.at(-1) ?? ''));
      if (path) problems.push(problem('path-relation', sql, span.start, text));
      else problems.push(problem('unknown-table', sql, span.start, text, tables));
    },
    tableFunction: (call) => {
      if (!tableFunctions.has(call.name)) problems.push(problem('table-function', sql, call.span.start, call.name));
    },
  });
  return problems;
}
