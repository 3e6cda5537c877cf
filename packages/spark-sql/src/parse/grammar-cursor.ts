import type { Expr, Query } from '../ast/ast.ts';
import { Cursor } from './cursor.ts';
import { queryWords } from './keywords.ts';
import type { Token } from './tokens.ts';

/** Rules that stand in each other: parts of the grammar ask for them by the cursor, and so need not import what imports them. */
export interface Rules {
  readonly expression: (c: GrammarCursor) => Expr;
  /** An item of a select list: an expression with an optional name. */
  readonly selectItem: (c: GrammarCursor) => Expr;
  /** An expression that stops before IN, AND, comparisons and kin. */
  readonly operand: (c: GrammarCursor) => Expr;
  readonly query: (c: GrammarCursor) => Query;
}

/** A cursor over a query or an expression. Its rules throw a `Gap` where the grammar ends. */
export class GrammarCursor extends Cursor {
  readonly #rules: Rules;

  constructor(sql: string, tokens: Token[], rules: Rules, source?: object) {
    super(sql, tokens, source);
    this.#rules = rules;
  }

  expression(): Expr {
    return this.#rules.expression(this);
  }

  selectItem(): Expr {
    return this.#rules.selectItem(this);
  }

  operand(): Expr {
    return this.#rules.operand(this);
  }

  query(): Query {
    return this.#rules.query(this);
  }

  /** True when a query begins here (behind any opening parentheses). */
  startsQuery(ahead = 0): boolean {
    let at = ahead;
    while (this.peek(at).key === '(') at += 1;
    return queryWords.has(this.peek(at).key) && !['.', ',', ')', '='].includes(this.peek(at + 1).key);
  }
}
