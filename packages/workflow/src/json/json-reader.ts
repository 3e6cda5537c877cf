import type { Json } from './json.ts';

/** Maximum nesting of a document; deeper text is rejected so that no later recursion can overflow. */
export const MAX_DEPTH = 256;

/** Values, or escapes in a text, of one step. */
export const slice = 2_000;

/** A syntax error in JSON text; `offset` counts from 0. */
export class SyntaxFault extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
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

/** A list or an object whose end has not been read. */
interface Open {
  readonly close: ']' | '}';
  readonly value: Json[] | Record<string, Json>;
  /** The key of the next value of an object. */
  key: string;
  /** True if a key comes next. */
  isAtKey: boolean;
}

/** Stands for a value while its list or object is open. */
const OPEN = Symbol('open');

/** A text with many escapes whose end has not been read. */
interface LongText {
  readonly quote: string;
  readonly parts: string[];
}

/** Stands for a text, or for a value that ends in one, while its end has not been read. */
const LONG = Symbol('long');

/**
 * Reads JSON text in steps; fails with SyntaxFault. Open lists and objects are on a stack of its own instead of the
 * call stack, so that it can stop after any value and go on.
 */
export class JsonReader {
  readonly text: string;
  readonly lenient: boolean;
  /** The value, once the whole text is read. */
  value: Json = null;
  at: number;
  readonly #open: Open[] = [];
  #long: LongText | undefined;

  constructor(text: string, lenient: boolean) {
    this.text = text;
    this.lenient = lenient;
    this.at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  /** Reads so many more values, or a part of a long text; true at the end of the document. */
  readOn(maximum: number): boolean {
    for (let left = maximum; left > 0; left--) {
      let value = this.#long === undefined ? this.begin() : this.goOn(this.#long);
      while (value !== OPEN) {
        if (value === LONG) return false;
        const parent = this.#open.at(-1);
        if (parent === undefined) {
          this.blank();
          if (this.at < this.text.length) this.fail(`unexpected ${this.describeNext()} after the end of the document`);
          this.value = value;
          return true;
        }
        put(parent, value);
        value = this.next(parent);
      }
    }
    return false;
  }

  /** Reads a value, or the beginning of one. */
  begin(): Json | typeof OPEN | typeof LONG {
    if (this.#open.length > MAX_DEPTH) this.fail(`nested more than ${MAX_DEPTH} levels deep`);
    this.blank();
    const char = this.text[this.at];
    if (char === '{') return this.openUp({ close: '}', value: {}, key: '', isAtKey: false });
    if (char === '[') return this.openUp({ close: ']', value: [], key: '', isAtKey: false });
    if (char === '"' || (char === "'" && this.lenient)) return this.string(char);
    const number = this.match(NUMBER);
    if (number) return Number(number);
    const start = this.at;
    const literal = LITERALS.get(this.match(WORD));
    if (literal !== undefined) return literal;
    this.at = start;
    return this.fail(`expected a value, found ${this.describeNext()}`);
  }

  /** Reads on in a long text: a value, or the key of one. */
  goOn(long: LongText): Json | typeof OPEN | typeof LONG {
    const text = this.longString(long);
    if (text === LONG) return LONG;
    this.#long = undefined;
    const parent = this.#open.at(-1);
    return parent?.isAtKey === true ? this.behindKey(parent, text) : text;
  }

  openUp(open: Open): Json | typeof OPEN | typeof LONG {
    this.at++;
    this.blank();
    if (this.text[this.at] === open.close) {
      this.at++;
      return open.value;
    }
    this.#open.push(open);
    return this.toValue(open);
  }

  /** Reads on after a value of a list or an object: the next value, or the end. */
  next(open: Open): Json | typeof OPEN | typeof LONG {
    this.blank();
    const char = this.text[this.at];
    if (char !== ',' && char !== open.close) this.fail(`expected "," or "${open.close}", found ${this.describeNext()}`);
    this.at++;
    if (char === ',') {
      this.blank();
      if (!this.lenient || this.text[this.at] !== open.close) return this.toValue(open);
      this.at++;
    }
    this.#open.pop();
    return open.value;
  }

  /** Goes to the next value: in an object, to the value of its key. */
  toValue(open: Open): typeof OPEN | typeof LONG {
    if (open.close === ']') return OPEN;
    open.isAtKey = true;
    const key = this.key();
    return key === LONG ? LONG : this.behindKey(open, key);
  }

  behindKey(open: Open, key: string): typeof OPEN {
    open.key = key;
    open.isAtKey = false;
    this.blank();
    if (this.text[this.at] !== ':') this.fail(`expected ":" after the key, found ${this.describeNext()}`);
    this.at++;
    return OPEN;
  }

  key(): string | typeof LONG {
    const char = this.text[this.at];
    if (char === '"' || (char === "'" && this.lenient)) return this.string(char);
    const word = this.lenient ? this.match(WORD) : '';
    return word || this.fail(`expected a key in double quotes, found ${this.describeNext()}`);
  }

  string(quote: string): string | typeof LONG {
    const plain = PLAIN[quote] ?? BLANK;
    this.at++;
    let out = this.match(plain);
    for (let left = slice; left > 0; left--) {
      const char = this.text[this.at];
      if (char === quote) {
        this.at++;
        return out;
      }
      out += this.special(char);
      out += this.match(plain);
    }
    this.#long = { quote, parts: [out] };
    return LONG;
  }

  longString({ quote, parts }: LongText): string | typeof LONG {
    const plain = PLAIN[quote] ?? BLANK;
    const pieces: string[] = [];
    for (let left = slice; left > 0; left--) {
      const char = this.text[this.at];
      if (char === quote) {
        this.at++;
        return [...parts, ...pieces].join('');
      }
      pieces.push(this.special(char), this.match(plain));
    }
    parts.push(pieces.join(''));
    return LONG;
  }

  /** Characters that a text must escape, or cannot contain. */
  special(char: string | undefined): string {
    if (char === '\\') return this.escape();
    if (char === undefined) this.fail('unterminated string');
    if (!this.lenient) this.fail(`unescaped control character (code ${char.charCodeAt(0)}) in a string`);
    this.at++;
    return char;
  }

  escape(): string {
    const char = this.text[this.at + 1] ?? '';
    const hex = this.text.slice(this.at + 2, this.at + 6);
    if (char === 'u' && /^[0-9a-fA-F]{4}$/.test(hex)) {
      this.at += 6;
      return String.fromCharCode(parseInt(hex, 16));
    }
    const plain = ESCAPES.get(char) ?? (this.lenient && char === "'" ? char : undefined);
    if (plain === undefined) return this.fail(`invalid escape sequence "\\${char}"`);
    this.at += 2;
    return plain;
  }

  blank(): void {
    this.match(this.lenient ? BLANK_OR_COMMENT : BLANK);
  }

  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const token = pattern.exec(this.text)?.[0] ?? '';
    this.at += token.length;
    return token;
  }

  describeNext(): string {
    const point = this.text.codePointAt(this.at);
    return point === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(point));
  }

  fail(message: string): never {
    throw new SyntaxFault(this.at, message);
  }
}

function put({ value: parent, key }: Open, value: Json): void {
  if (Array.isArray(parent)) parent.push(value);
  // a plain assignment would set the prototype
  else if (key === '__proto__')
    Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
  else parent[key] = value;
}
