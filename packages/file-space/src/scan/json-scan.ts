import { isUtf8 } from 'node:buffer';
import { NotPlain, type JsonShape, type JsonShapes } from './json-shape.ts';

/** Bytes that an object, which is a line, may have: an engine holds thousands of them at a time. */
const longestLine = 1 << 20;
/** Characters of a number. */
const longestNumber = 100;

const [lf, cr, blank, tab] = [10, 13, 32, 9];
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const [minus, plus, point, zero, nine] = [0x2d, 0x2b, 0x2e, 0x30, 0x39];
const noObject = 'JSON with lines that are not an object each';
const noDocument = 'JSON documents that are neither an object nor a list of objects';

/**
 * Looks through JSON, one object a line, piece by piece, and notes what fields and types it has. Fails with {@link NotPlain} at
 * the first value that engines read in different ways, or that is not strict JSON.
 */
export class JsonScan {
  readonly #shapes: JsonShapes;
  #rest: Buffer = Buffer.alloc(0);
  #isBeginning = true;
  #data: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Where the line, or document, ends. */
  #end = 0;
  /** Line ends are blanks. */
  #isDocument = false;

  constructor(shapes: JsonShapes) {
    this.#shapes = shapes;
  }

  /** Takes the next piece of a file; keeps none of it. */
  push(piece: Buffer): void {
    const end = piece.lastIndexOf(lf) + 1;
    if (this.#rest.length + (end === 0 ? piece.length : piece.indexOf(lf)) > longestLine) throw tooLong();
    if (end === 0) this.#rest = Buffer.concat([this.#rest, piece]);
    else {
      this.#lines(
        this.#rest.length === 0 ? piece.subarray(0, end) : Buffer.concat([this.#rest, piece.subarray(0, end)]),
      );
      this.#rest = Buffer.from(piece.subarray(end));
    }
  }
  /** Takes the end of a file: another one may come. */
  end(): void {
    this.#lines(this.#rest);
    this.#rest = Buffer.alloc(0);
    this.#isBeginning = true;
  }

  /** Takes a whole file that is one document: an object, or a list of objects. */
  document(data: Buffer): void {
    this.#isDocument = true;
    this.#take(data);
    this.#at = 0;
    this.#end = data.length;
    const first = this.#skipBlanks();
    if (first === openBracket) this.#records();
    else this.#record(noDocument);
    if (this.#skipBlanks() !== -1) throw new NotPlain(noDocument);
  }
  #records(): void {
    this.#at++;
    if (this.#skipBlanks() === closeBracket) return void this.#at++;
    for (;;) {
      this.#record(noDocument);
      const byte = this.#skipBlanks();
      this.#at++;
      if (byte === closeBracket) return;
      if (byte !== comma) throw noJson();
      this.#skipBlanks();
    }
  }
  #record(otherwise: string): void {
    if (this.#byte() !== openBrace) throw new NotPlain(otherwise);
    this.#value(this.#shapes.root);
  }

  #take(data: Buffer): void {
    if (this.#isBeginning && data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf)
      throw new NotPlain('JSON with a byte order mark');
    // the next document begins a file
    this.#isBeginning = this.#isDocument;
    if (!isUtf8(data)) throw new NotPlain('JSON that is not in UTF-8');
    this.#data = data;
  }
  #lines(data: Buffer): void {
    this.#take(data);
    for (let from = 0; from < data.length;) {
      const feed = data.indexOf(lf, from);
      const end = feed < 0 ? data.length : feed;
      if (end - from > longestLine) throw tooLong();
      this.#at = from;
      this.#end = end > from && data[end - 1] === cr ? end - 1 : end;
      this.#line();
      from = end + 1;
    }
  }

  #line(): void {
    if (this.#skipBlanks() === -1) return;
    this.#record(noObject);
    if (this.#skipBlanks() !== -1) throw new NotPlain(noObject);
  }

  /** The byte at hand; -1 at the end of the line. */
  #byte(): number {
    return this.#at < this.#end ? (this.#data[this.#at] ?? -1) : -1;
  }
  #skipBlanks(): number {
    for (; ; this.#at++) {
      const byte = this.#byte();
      if (byte === blank || byte === tab) continue;
      if (!this.#isDocument || (byte !== lf && byte !== cr)) return byte;
    }
  }
  #expect(byte: number): void {
    if (this.#byte() !== byte) throw noJson();
    this.#at++;
  }

  #value(shape: JsonShape): void {
    const byte = this.#byte();
    if (byte === quote) {
      this.#at++;
      this.#text();
      shape.is('text');
    } else if (byte === openBrace) this.#object(shape);
    else if (byte === openBracket) this.#list(shape);
    else if (byte === 0x74) this.#word('true', shape);
    else if (byte === 0x66) this.#word('false', shape);
    else if (byte === 0x6e) this.#word('null', undefined);
    else this.#number(shape);
  }

  #word(word: string, boolean: JsonShape | undefined): void {
    for (let i = 0; i < word.length; i++) this.#expect(word.charCodeAt(i));
    boolean?.is('boolean');
  }

  #object(shape: JsonShape): void {
    shape.is('object');
    const object = this.#shapes.nextObject();
    this.#at++;
    if (this.#skipBlanks() === closeBrace) return void this.#at++;
    let [before, guess]: (JsonShape | undefined)[] = [undefined, shape.first];
    for (;;) {
      this.#expect(quote);
      const field = guess !== undefined && this.#matchesName(guess) ? guess : this.#readField(shape);
      if (field !== guess) {
        if (before === undefined) shape.first = field;
        else before.next = field;
      }
      field.isIn(object);
      this.#skipBlanks();
      this.#expect(colon);
      this.#skipBlanks();
      this.#value(field);
      const byte = this.#skipBlanks();
      this.#at++;
      if (byte === closeBrace) return;
      if (byte !== comma) throw noJson();
      this.#skipBlanks();
      [before, guess] = [field, field.next];
    }
  }

  #list(shape: JsonShape): void {
    shape.is('list');
    this.#at++;
    if (this.#skipBlanks() === closeBracket) return void this.#at++;
    for (;;) {
      this.#value(shape.elements);
      const byte = this.#skipBlanks();
      this.#at++;
      if (byte === closeBracket) return;
      if (byte !== comma) throw noJson();
      this.#skipBlanks();
    }
  }

  /** Whether this field's name stands here; goes on behind it. */
  #matchesName({ nameBytes }: JsonShape): boolean {
    if (nameBytes === undefined || this.#at + nameBytes.length > this.#end) return false;
    for (let i = 0; i < nameBytes.length; i++) if (this.#data[this.#at + i] !== nameBytes[i]) return false;
    this.#at += nameBytes.length;
    return true;
  }
  #readField(shape: JsonShape): JsonShape {
    const from = this.#at;
    const hasEscapes = this.#text();
    const nameBytes = this.#data.subarray(from, this.#at);
    const text = nameBytes.toString('utf8', 0, nameBytes.length - 1);
    const field = shape.field(hasEscapes ? (JSON.parse(`"${text}"`) as string) : text);
    field.nameBytes ??= Buffer.from(nameBytes);
    return field;
  }

  /** Goes behind the quote that ends a text. True if it has escapes. */
  #text(): boolean {
    const [data, end] = [this.#data, this.#end];
    let hasEscapes = false;
    for (let at = this.#at; at < end; at++) {
      const byte = data[at] ?? 0;
      if (byte < blank) break;
      if (byte === quote) {
        this.#at = at + 1;
        return hasEscapes;
      }
      if (byte !== backslash) continue;
      hasEscapes = true;
      this.#at = at + 1;
      this.#escape();
      at = this.#at - 1;
    }
    throw noJson();
  }
  #escape(): void {
    const byte = this.#byte();
    this.#at++;
    if (byte !== 0x75) {
      if (!'"\\/bfnrt'.includes(String.fromCharCode(byte))) throw noJson();
      return;
    }
    const unit = this.#codeUnit();
    if (unit === 0) throw new NotPlain('JSON with NUL characters');
    if (unit < 0xd800 || unit > 0xdfff) return;
    const isPair = unit < 0xdc00 && this.#byte() === backslash && this.#data[this.#at + 1] === 0x75;
    this.#at += 2;
    const low = isPair ? this.#codeUnit() : 0;
    if (low < 0xdc00 || low > 0xdfff) throw new NotPlain('JSON with halves of characters');
  }
  #codeUnit(): number {
    const digits = this.#data.toString('latin1', this.#at, Math.min(this.#at + 4, this.#end));
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw noJson();
    this.#at += 4;
    return Number.parseInt(digits, 16);
  }

  #number(shape: JsonShape): void {
    const from = this.#at;
    if (this.#byte() === minus) this.#at++;
    const digits = this.#at;
    this.#digits();
    const wholeDigits = this.#at - digits;
    if (wholeDigits > 1 && this.#data[digits] === zero) throw noJson();
    let isWhole = true;
    if (this.#byte() === point) {
      isWhole = false;
      this.#at++;
      this.#digits();
    }
    if ((this.#byte() | 0x20) === 0x65 && this.#byte() !== -1) {
      isWhole = false;
      this.#at++;
      if (this.#byte() === plus || this.#byte() === minus) this.#at++;
      if (this.#digits() > 3) throw new NotPlain('JSON with numbers of exponents beyond 999');
    }
    if (this.#at - from > longestNumber)
      throw new NotPlain(`JSON with numbers of more than ${longestNumber} characters`);
    if (isWhole && wholeDigits > 18) mustBeLong(this.#data.toString('latin1', from, this.#at));
    shape.isNumber(isWhole, isWhole && digits > from && this.#data[digits] === zero);
  }
  /** Goes behind digits, of which there must be some. */
  #digits(): number {
    const from = this.#at;
    for (let byte = this.#byte(); byte >= zero && byte <= nine; byte = this.#byte()) this.#at++;
    if (this.#at === from) throw noJson();
    return this.#at - from;
  }
}

function mustBeLong(number: string): void {
  if (number.length > 20 || BigInt.asIntN(64, BigInt(number)) !== BigInt(number))
    throw new NotPlain('JSON with whole numbers beyond 64 bits');
}

const noJson = (): NotPlain => new NotPlain('text that is not strict JSON');
const tooLong = (): NotPlain => new NotPlain('JSON with lines of more than 1 MB');
