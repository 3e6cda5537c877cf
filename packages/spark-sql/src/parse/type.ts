import { fieldsAt, typeAt as sparkTypeAt, type DataType, type TypeCursor } from '@millrace/spark-connect/types';
import { type Schema, type SparkType, unknownType } from '../ast/types.ts';
import { Cursor, Gap } from './cursor.ts';
import { tokenize } from './tokens.ts';

/** Reads one type: `int`, `decimal(10,2)`, `array<struct<a:int>>`. Throws a {@link Gap} if there is none. */
export const typeAt = (c: Cursor): DataType => sparkTypeAt(new SqlTypeCursor(c));

/** The type that a text names, `unknown` where it names none. */
export function typeOfText(text: string): SparkType {
  return wholeOf(text, typeAt) ?? unknownType;
}

/** The columns of a DDL text such as `a INT, b STRING`; undefined if it is none. */
export function columnsOfText(text: string): Schema | undefined {
  return wholeOf(text, (c) => fieldsAt(new SqlTypeCursor(c)));
}

function wholeOf<T>(text: string, rule: (c: Cursor) => T): T | undefined {
  const c = new Cursor(text, tokenize(text).tokens);
  const result = c.attempt(() => rule(c));
  return c.peek().kind === 'end' ? result : undefined;
}

/** The tokens of a query as the grammar of types reads them. */
class SqlTypeCursor implements TypeCursor {
  readonly #c: Cursor;

  constructor(c: Cursor) {
    this.#c = c;
  }

  word(): string {
    const { kind, key } = this.#c.peek();
    return kind === 'word' ? key : '';
  }

  is(...keys: string[]): boolean {
    return this.#c.is(...keys);
  }

  take(...keys: string[]): boolean {
    return this.#c.take(...keys);
  }

  expect(...keys: string[]): void {
    this.#c.expect(...keys);
  }

  name(): string {
    return this.#c.name();
  }

  whole(): number {
    const { text } = this.#c.next();
    return /^\d+$/.test(text) ? Number(text) : this.fail();
  }

  comment(): void {
    this.#c.next();
  }

  /** The lexer joins `>>` and `>>>`: such a token is split. */
  closeAngle(): void {
    const close = this.#c.peek();
    if (!/^>+$/.test(close.key)) this.fail();
    if (close.key.length === 1) this.#c.next();
    else {
      const rest = close.key.slice(1);
      this.#c.tokens[this.#c.at] = { ...close, text: rest, key: rest, start: close.start + 1 };
    }
  }

  own(): DataType | undefined {
    return this.#c.take('STRING', 'COLLATE')
      ? { kind: 'unsupported', name: `string collate ${this.#c.name()}` }
      : undefined;
  }

  nested<T>(rule: () => T): T {
    return this.#c.nested(rule);
  }

  fail(): never {
    throw new Gap(`no type ${this.#c.peek().text}`);
  }
}
