import type { Json, JsonObject } from './json.ts';

/** Deepest nesting that a document may have; deeper text is refused so that no later walk can overflow. */
export const MAX_DEPTH = 256;

/** What is wrong in a JSON text and where: offset from 0, line and column from 1. */
export interface JsonFault {
  readonly ok: false;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

class SyntaxFault extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Reads JSON text (RFC 8259), a byte order mark at its start allowed. Never throws: a fault comes back with
 * its place. `lenient` also takes unquoted keys, single quotes, trailing commas and comments, as the
 * `datasetSchema` texts of old files need. Time is linear in the length of the text.
 */
export function readJson(text: string, options: { lenient?: boolean } = {}): { ok: true; value: Json } | JsonFault {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  try {
    return { ok: true, value: new Reader(text, start, options.lenient ?? false).document() };
  } catch (error) {
    if (error instanceof SyntaxFault) return { ok: false, ...placeOf(text, error.offset), message: error.message };
    throw error;
  }
}

function placeOf(text: string, offset: number): { offset: number; line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { offset, line, column: offset - before.lastIndexOf('\n') };
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$.-]*/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** All characters but the quote, the backslash and control characters. */
const PLAIN: Readonly<Record<string, RegExp>> = { '"': /[ !#-[\]-\uffff]*/y, "'": /[ -&(-[\]-\uffff]*/y };
const BLANK = /[ \t\n\r]*/y;
const BLANK_OR_COMMENT = /(?:[ \t\n\r]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const ESCAPES = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const LITERALS = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Reader {
  readonly text: string;
  readonly lenient: boolean;
  at: number;

  constructor(text: string, at: number, lenient: boolean) {
    this.text = text;
    this.at = at;
    this.lenient = lenient;
  }

  document(): Json {
    const value = this.value(0);
    this.blank();
    if (this.at < this.text.length) this.fail(`there is ${this.seen()} after the end of the document`);
    return value;
  }

  value(depth: number): Json {
    if (depth > MAX_DEPTH) this.fail(`it is nested more than ${MAX_DEPTH} levels deep`);
    this.blank();
    const char = this.text[this.at];
    if (char === '{') return this.object(depth);
    if (char === '[') return this.list(depth);
    if (char === '"' || (char === "'" && this.lenient)) return this.string(char);
    const number = this.match(NUMBER);
    if (number) return Number(number);
    const start = this.at;
    const literal = LITERALS.get(this.match(WORD));
    if (literal !== undefined) return literal;
    this.at = start;
    return this.fail(`a value is expected, not ${this.seen()}`);
  }

  object(depth: number): JsonObject {
    const entries: [string, Json][] = [];
    this.items('}', () => {
      const key = this.key();
      this.blank();
      if (this.text[this.at] !== ':') this.fail(`":" is expected after the key, not ${this.seen()}`);
      this.at++;
      entries.push([key, this.value(depth + 1)]);
    });
    return Object.fromEntries(entries);
  }

  list(depth: number): readonly Json[] {
    const items: Json[] = [];
    this.items(']', () => items.push(this.value(depth + 1)));
    return items;
  }

  items(close: string, item: () => void): void {
    this.at++;
    this.blank();
    if (this.text[this.at] === close) return void this.at++;
    for (;;) {
      item();
      this.blank();
      const char = this.text[this.at];
      if (char !== ',' && char !== close) this.fail(`"," or "${close}" is expected, not ${this.seen()}`);
      this.at++;
      if (char === close) return;
      this.blank();
      if (this.lenient && this.text[this.at] === close) return void this.at++;
    }
  }

  key(): string {
    const char = this.text[this.at];
    if (char === '"' || (char === "'" && this.lenient)) return this.string(char);
    const word = this.lenient ? this.match(WORD) : '';
    return word || this.fail(`a key in double quotes is expected, not ${this.seen()}`);
  }

  string(quote: string): string {
    const plain = PLAIN[quote] ?? BLANK;
    this.at++;
    let out = this.match(plain);
    for (;;) {
      const char = this.text[this.at];
      if (char === quote) {
        this.at++;
        return out;
      }
      if (char === '\\') out += this.escape();
      else if (char === undefined) this.fail('a text is not closed');
      else if (this.lenient) out += this.text[this.at++];
      else this.fail(`a text holds a raw control character (code ${char.charCodeAt(0)})`);
      out += this.match(plain);
    }
  }

  escape(): string {
    const char = this.text[this.at + 1] ?? '';
    const hex = this.text.slice(this.at + 2, this.at + 6);
    if (char === 'u' && /^[0-9a-fA-F]{4}$/.test(hex)) {
      this.at += 6;
      return String.fromCharCode(parseInt(hex, 16));
    }
    const plain = ESCAPES.get(char) ?? (this.lenient && char === "'" ? char : undefined);
    if (plain === undefined) return this.fail(`"\\${char}" is no escape of JSON`);
    this.at += 2;
    return plain;
  }

  blank(): void {
    this.match(this.lenient ? BLANK_OR_COMMENT : BLANK);
  }

  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  seen(): string {
    const point = this.text.codePointAt(this.at);
    return point === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(point));
  }

  fail(message: string): never {
    throw new SyntaxFault(this.at, message);
  }
}
