import { parseExpression } from '../parse/parse.ts';
import { parseQuery } from '../parse/parse.ts';
import { type Token, tokenize } from '../parse/tokens.ts';
import { visitExpression, type Visitor, visitQuery } from '../ast/visit.ts';

/** A text of SQL as the checks look at it: read once for all of them. */
export interface ReadText {
  readonly sql: string;
  readonly tokens: Token[];
  readonly walk: (visitor: Visitor) => void;
  /** True if the parser left the text, or parts of it, as text. */
  readonly isOpaque: boolean;
}

/** A query; other text is opaque. */
export function readQuery(sql: string): ReadText {
  const query = parseQuery(sql);
  return readText(sql, query.body.kind === 'unknown', (visitor) => visitQuery(query, visitor));
}

/** An expression string such as `a + 1`; other text is opaque. */
export function readExpression(sql: string): ReadText {
  const expr = parseExpression(sql);
  return readText(sql, expr.kind === 'unknown', (visitor) => visitExpression(expr, visitor));
}

function readText(sql: string, isUnread: boolean, walk: ReadText['walk']): ReadText {
  let isOpaque = isUnread;
  walk({ opaque: () => (isOpaque = true) });
  return { sql, tokens: tokenize(sql).tokens, walk, isOpaque };
}
