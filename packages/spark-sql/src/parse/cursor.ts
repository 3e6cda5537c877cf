import type { Span } from '../ast/ast.ts';
import type { Token } from './tokens.ts';

/** Thrown inside the parser where the grammar of this package ends; it never leaves `parseQuery` and kin. */
export class Gap extends Error {}

const maxDepth = 250;
const end: Token = { kind: 'end', text: '', value: '', key: '', start: 0, end: 0 };

/** A place in a list of tokens that can look ahead, step, and go back. */
export class Cursor {
  readonly sql: string;
  readonly tokens: Token[];
  at = 0;
  /** Steps left before the text counts as unreadable: backtracking must not blow up on hostile input. */
  private steps: number;
  private depth = 0;

  private readonly source: object | undefined;

  constructor(sql: string, tokens: Token[], source?: object) {
    this.sql = sql;
    this.source = source;
    this.tokens = tokens;
    this.steps = 2000 + tokens.length * 50;
  }

  peek(ahead = 0): Token {
    return this.tokens[this.at + ahead] ?? end;
  }

  next(): Token {
    const token = this.peek();
    this.steps -= 1;
    if (this.steps < 0) throw new Gap('too much backtracking');
    if (token.kind !== 'end') this.at += 1;
    return token;
  }

  /** True when the next tokens are these keywords or symbols. */
  is(...keys: string[]): boolean {
    return keys.every((key, i) => this.peek(i).key === key);
  }

  isAny(...keys: string[]): boolean {
    return keys.includes(this.peek().key) && this.peek().key !== '';
  }

  /** Steps over these keywords when they come next. */
  take(...keys: string[]): boolean {
    if (!this.is(...keys)) return false;
    for (let i = 0; i < keys.length; i += 1) this.next();
    return true;
  }

  expect(...keys: string[]): void {
    if (!this.take(...keys)) throw new Gap(`expected ${keys.join(' ')}`);
  }

  /** A name in any position where Spark takes one: a word or a backtick name. */
  name(): string {
    const token = this.peek();
    if (token.kind !== 'word' && token.kind !== 'quoted') throw new Gap('expected a name');
    this.next();
    return token.kind === 'quoted' ? token.value : token.text;
  }

  /** `( name, name )` */
  names(): string[] {
    this.expect('(');
    const names = this.list(() => this.name());
    this.expect(')');
    return names;
  }

  /** One or more, parted by commas. */
  list<T>(one: () => T): T[] {
    const all = [one()];
    while (this.take(',')) all.push(one());
    return all;
  }

  /** Steps over a parenthesised group, given that `(` comes next, and gives its text. */
  group(): string {
    const from = this.peek().start;
    this.expect('(');
    for (let depth = 1; depth > 0;) {
      const token = this.next();
      if (token.kind === 'end') throw new Gap('open parenthesis');
      if (token.key === '(') depth += 1;
      if (token.key === ')') depth -= 1;
    }
    return this.sql.slice(from, this.peek(-1).end);
  }

  /** Runs a rule that calls itself, up to a depth that the stack holds. */
  nested<T>(rule: () => T): T {
    const { depth } = this;
    try {
      this.deeper();
      return rule();
    } finally {
      this.depth = depth;
    }
  }

  /** Counts one more level of the tree that is being read. */
  deeper(): void {
    this.depth += 1;
    if (this.depth > maxDepth) throw new Gap('too deep');
  }

  start(): number {
    return this.peek().start;
  }

  span(start: number): Span {
    const end = this.tokens[this.at - 1]?.end ?? start;
    return this.source ? { start, end, source: this.source } : { start, end };
  }

  /** Tries a rule; when it does not fit, the cursor stands where it stood. */
  attempt<T>(rule: () => T): T | undefined {
    const at = this.at;
    try {
      return rule();
    } catch (error) {
      if (!(error instanceof Gap)) throw error;
      this.at = at;
      return undefined;
    }
  }
}
