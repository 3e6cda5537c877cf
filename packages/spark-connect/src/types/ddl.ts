import { fieldsAt, typeAt, type TypeCursor } from './grammar.ts';
import { types, type DataType, type StructType } from './model.ts';

/**
 * Reads a schema written as Spark DDL: `id bigint NOT NULL, tags array<string>, p struct<x:int,y:double>`.
 * Understands what {@link schemaToDdl} and Spark's `toDDL` write. Throws a `SyntaxError` that names the position.
 */
export function parseSchema(ddl: string): StructType {
  const cursor = new DdlCursor(ddl);
  const fields = cursor.isAtEnd ? [] : fieldsAt(cursor);
  if (!cursor.isAtEnd) cursor.fail();
  return { kind: 'struct', fields };
}

/** Reads one type written as DDL, e.g. `decimal(10,2)` or `map<string,array<int>>`. Throws as {@link parseSchema} does. */
export function parseType(ddl: string): DataType {
  const cursor = new DdlCursor(ddl);
  const type = typeAt(cursor);
  if (!cursor.isAtEnd) cursor.fail();
  return type;
}

/** A type by its name; `unsupported` if no type has it. */
export function typeOfName(name: string): DataType {
  try {
    return parseType(name);
  } catch {
    return { kind: 'unsupported', name };
  }
}

interface Token {
  readonly text: string;
  /** The text in upper case, by which keywords are known. */
  readonly key: string;
  readonly kind: 'word' | 'quoted' | 'symbol';
  readonly at: number;
}

/** Types that DDL texts of Spark's results may name, and that are none of its grammar. */
const own: ReadonlyMap<string, DataType> = new Map<string, DataType>([
  ['TEXT', types.string],
  // as Spark prints them
  ['VECTOR', types.vector],
  ['MATRIX', types.matrix],
]);

/** A cursor over the text of a schema, whose words are wider than those of a query: `a-b`, `a.b`, letters of any language. */
class DdlCursor implements TypeCursor {
  readonly #tokens: readonly Token[];
  readonly #source: string;
  #next = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = this.#read();
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#tokens.length;
  }

  word(): string {
    const token = this.#tokens[this.#next];
    return token === undefined || token.kind === 'symbol' ? '' : token.key;
  }

  is(...keys: string[]): boolean {
    return keys.every((key, i) => this.#tokens[this.#next + i]?.key === key);
  }

  take(...keys: string[]): boolean {
    if (!this.is(...keys)) return false;
    this.#next += keys.length;
    return true;
  }

  expect(...keys: string[]): void {
    if (!this.take(...keys)) this.fail();
  }

  name(): string {
    const token = this.#tokens[this.#next];
    if (token === undefined || token.kind === 'symbol') this.fail();
    this.#next++;
    return token.text;
  }

  whole(): number {
    const number = Number(this.#tokens[this.#next]?.text);
    if (!Number.isInteger(number)) this.fail();
    this.#next++;
    return number;
  }

  comment(): void {
    this.name();
  }

  closeAngle(): void {
    this.expect('>');
  }

  own(): DataType | undefined {
    const type = own.get(this.word());
    if (type !== undefined) this.#next++;
    return type;
  }

  nested<T>(rule: () => T): T {
    return rule();
  }

  fail(at = this.#tokens[this.#next]?.at ?? this.#source.length): never {
    const near = this.#source.slice(at, at + 20) || 'end of text';
    throw new SyntaxError(`schema "${this.#source}" cannot be read at position ${at + 1}: ${near}`);
  }

  #read(): Token[] {
    const tokens: Token[] = [];
    const pattern = /`((?:[^`]|``)*)`|'((?:[^']|'')*)'|[\p{L}\p{N}_.$-]+|[<>(),:]/gu;
    let end = 0;
    for (const match of this.#source.matchAll(pattern)) {
      if (this.#source.slice(end, match.index).trim() !== '') this.fail(end);
      end = match.index + match[0].length;
      const quotedName = match[1] ?? match[2];
      const text = quotedName === undefined ? match[0] : quotedName.replaceAll('``', '`');
      const kind = quotedName !== undefined ? 'quoted' : /^[<>(),:]$/.test(text) ? 'symbol' : 'word';
      tokens.push({ text, key: quotedName === undefined ? text.toUpperCase() : '', kind, at: match.index });
    }
    if (this.#source.slice(end).trim() !== '') this.fail(end);
    return tokens;
  }
}
