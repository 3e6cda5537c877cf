import type { Expr, Query } from '../ast/ast.ts';
import { expressionAt, selectItemAt, operandAt } from './expression.ts';
import { GrammarCursor, type Rules } from './grammar-cursor.ts';
import { plain, queryAt } from './query.ts';
import { tokenize } from './tokens.ts';

const rules: Rules = { expression: expressionAt, selectItem: selectItemAt, operand: operandAt, query: queryAt };

/** Longer texts are not read. A profile of some hundred columns is one text of several ten thousand. */
export const maxTokens = 100_000;

/**
 * Reads one Spark SQL query. What this grammar does not know becomes a body of kind `unknown`; it never throws, and
 * says nothing about whether Spark would accept the text. `source` is put into the spans.
 */
export function parseQuery(sql: string, source?: object): Query {
  const { tokens } = tokenize(sql);
  const c = new GrammarCursor(sql, tokens, rules, source);
  const query = tokens.length <= maxTokens ? c.attempt(() => c.query()) : undefined;
  while (query && c.take(';'));
  if (query && c.peek().kind === 'end') return query;
  return plain(
    { kind: 'unknown', text: sql, span: { start: 0, end: sql.length } },
    new GrammarCursor(sql, tokens, rules),
    0,
  );
}

/**
 * Reads an expression string such as `a + 1 as b`. What this grammar does not know becomes one `unknown` expression;
 * it never throws.
 */
export function parseExpression(sql: string, source?: object): Expr {
  const c = new GrammarCursor(sql, tokenize(sql).tokens, rules, source);
  const expr = c.tokens.length <= maxTokens ? c.attempt(() => c.selectItem()) : undefined;
  if (expr && c.peek().kind === 'end') return expr;
  return { kind: 'unknown', text: sql, span: { start: 0, end: sql.length } };
}
