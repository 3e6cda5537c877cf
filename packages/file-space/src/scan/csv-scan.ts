import { isUtf8 } from 'node:buffer';
import type { CsvQuirk, LineEnd } from '@millrace/processors';

/** Marks as bytes; -1 where there is none. */
export interface CsvMarks {
  readonly delimiter: Uint8Array;
  readonly quote: number;
  readonly escape: number;
  /** What lines begin with that are none. */
  readonly comment: number;
  /** Blanks before a quote leave it the beginning of its cell. */
  readonly skipsBlanks: boolean;
  readonly utf8: boolean;
}

/** A line that no engine takes: `bytes` or `cells` says what there are too many of. */
export class LineLimit extends Error {
  readonly of: 'bytes' | 'cells';
  constructor(of: 'bytes' | 'cells') {
    super(`too many ${of} in a line`);
    this.of = of;
  }
}

/** A line longer than this is a mistake of the file (a binary, a missing line end), and no engine survives it. */
export const longestLine = 64 << 20;
/** Spark's csv reader takes no more (its option `maxColumns`). */
export const widestRow = 20_480;
/** A quote open for longer than this is one that nobody closed. */
const longestSpan = 4 << 20;

/** More than any count of cells; small enough to stay a machine word. */
export const noLine = 1 << 30;

/** Ways in which lines end, as bits. */
const byFeed = 1;
const byReturn = 2;
const byBoth = 4;

/** The one way in which all lines end; undefined if there are several ways, or no line end. */
export const lineEndOf = (ways: number): LineEnd | undefined =>
  ways === byFeed ? '\n' : ways === byReturn ? '\r' : ways === byBoth ? '\r\n' : undefined;

const lf = 10;
const cr = 13;
const blank = 32;
/** Where in a cell the scan stands: at its first byte, in its text, in quotes, behind a quote or an escape in quotes; or in a comment. */
const start = 0;
const plain = 1;
const quoted = 2;
const behindQuote = 3;
const behindEscape = 4;
const comment = 5;

/**
 * Counts lines and cells of one file, handed in piece by piece, and notes what engines read in different ways. Cells
 * end as in Spark's csv reader (univocity, unescaped quotes stop at the delimiter). With `spanLines` a quoted cell goes
 * on over line ends; without, every line end ends the line.
 */
export class CsvScan {
  readonly quirks = new Set<CsvQuirk>();
  /** The ways in which lines end: {@link lineEndOf}. */
  lineEnds = 0;
  /** Least cells of a line after the first; `noLine` where there is none. */
  least: number = noLine;
  most = 0;
  /** The first line of the file, without its end. */
  first: Buffer | undefined;
  headerAgain = false;
  quoted = false;
  /** A quoted cell that went over a line end was never closed, or text followed its end. */
  strayQuote = false;

  readonly #marks: CsvMarks;
  readonly #spanLines: boolean;
  readonly #firstPieces: Buffer[] = [];
  #state = start;
  /** Bytes of the delimiter that have matched so far. */
  #matched = 0;
  #cells = 1;
  /** Bytes of the line in former pieces. */
  #carried = 0;
  #ink = false;
  /** What former pieces hold of the line is how the first line begins. */
  #alike = true;
  #spanned = 0;
  #unchecked: Buffer = Buffer.alloc(0);
  /** The piece, or the one before, ends in a carriage return that ends a line: a line feed that follows ends no other. */
  #isHalfEnd = false;
  #wasHalfEnd = false;

  /** `first`: the first line of the file, for a scan that begins behind it. */
  constructor(marks: CsvMarks, spanLines: boolean, first?: Buffer) {
    this.#marks = marks;
    this.#spanLines = spanLines;
    this.first = first;
  }

  /** True where what comes next begins a line, whatever came before. */
  get isBetweenLines(): boolean {
    return this.#state === start && this.#carried === 0;
  }

  /** Looks at the next piece. Throws {@link LineLimit} for a line that is too long or too wide. */
  push(data: Buffer): void {
    const { delimiter, quote, comment: mark } = this.#marks;
    if (this.#marks.utf8) this.#checkBytes(data);
    if (data.length === 0) return;
    if (this.#isHalfEnd) this.lineEnds |= data[0] === lf ? byBoth : byReturn;
    this.#wasHalfEnd = this.#isHalfEnd;
    this.#isHalfEnd = false;
    const returns = data.includes(cr);
    if (returns) this.quirks.add('carriage-returns');
    const simple = delimiter.length === 1 && this.#state <= plain && (quote < 0 || !data.includes(quote)) && mark < 0;
    const lineStart = simple ? this.#simple(data, returns) : this.#general(data);
    if (this.first === undefined) this.#firstPieces.push(Buffer.from(data.subarray(lineStart)));
    else this.#alike &&= this.#goesOnLikeFirst(this.first, data, lineStart, data.length);
    this.#ink ||= hasInk(data, lineStart, data.length);
    this.#carried += data.length - lineStart;
    if (this.#carried > longestLine) throw new LineLimit('bytes');
    if (this.#cells > widestRow) throw new LineLimit('cells');
  }

  /** Ends the file. */
  end(): void {
    if (this.#isHalfEnd) this.lineEnds |= byReturn;
    if (this.#unchecked.length > 0) this.quirks.add('bad-bytes');
    if (this.#state === quoted || this.#state === behindEscape) this.#unclosed();
    if (this.#state !== comment) this.#line(Buffer.alloc(0), 0, 0);
  }

  /** No quotes and comments about: only delimiters and line ends matter. Gives where the last line starts. */
  #simple(data: Buffer, returns: boolean): number {
    const delimiter = this.#marks.delimiter[0] ?? -1;
    const firstLength = this.first?.length ?? -1;
    const lines = new LineEnds(data, delimiter);
    let from = 0;
    for (let end = lines.next(0); end >= 0; from = end + 1, end = lines.next(from)) {
      if (returns || end === 0) this.#noteEnd(data, end);
      else this.lineEnds |= byFeed;
      // the second half of a Windows line end, or an empty line
      if (end === from && from > 0) continue;
      const cells = (from === 0 ? this.#cells : 1) + lines.delimiters;
      // a line like most needs no closer look
      if (
        from > 0 &&
        firstLength >= 0 &&
        end - from !== firstLength &&
        (data[from] ?? 0) > blank &&
        cells <= widestRow
      ) {
        if (cells < this.least) this.least = cells;
        if (cells > this.most) this.most = cells;
      } else {
        this.#cells = cells;
        this.#line(data, from, end);
      }
    }
    this.#cells = (from === 0 ? this.#cells : 1) + lines.delimiters;
    this.#state = this.#carried + data.length - from === 0 || data[data.length - 1] === delimiter ? start : plain;
    return from;
  }

  /** Any text. Gives where the last line starts. */
  #general(data: Buffer): number {
    const { delimiter, quote, escape, comment: mark, skipsBlanks } = this.#marks;
    const single = delimiter.length === 1 ? (delimiter[0] ?? -1) : -1;
    const length = data.length;
    let state = this.#state;
    let from = 0;
    for (let i = 0; i < length; i++) {
      const byte = data[i] ?? 0;
      const ends = byte === lf || byte === cr;
      if (i === from && byte === mark && state === start && this.#carried === 0) state = comment;
      if (state === comment) {
        if (!ends) continue;
        this.#noteEnd(data, i);
        this.#nextLine();
        state = start;
        from = i + 1;
      } else if (state === quoted || state === behindEscape) {
        if (ends && !this.#spanLines) {
          this.#noteEnd(data, i);
          this.#unclosed();
          this.#line(data, from, i);
          state = start;
          from = i + 1;
          continue;
        }
        if (ends) {
          this.quirks.add('multi-line');
          this.#spanned ||= 1;
        }
        if (this.#spanned > 0 && ++this.#spanned > longestSpan) this.strayQuote = true;
        if (state === behindEscape) {
          this.quirks.add(byte === quote ? 'escaped-quotes' : byte === escape ? 'escaped-escapes' : 'lone-escapes');
          state = quoted;
        } else if (byte === quote) state = behindQuote;
        else if (byte === escape) state = behindEscape;
      } else if (ends) {
        this.#noteEnd(data, i);
        this.#line(data, from, i);
        state = start;
        from = i + 1;
      } else if (single < 0 ? this.#delimits(byte) : byte === single) {
        this.#cells++;
        this.#spanned = 0;
        state = start;
      } else if (state === behindQuote) {
        if (byte === quote && escape === quote) {
          this.quirks.add('escaped-quotes');
          state = quoted;
        } else if (byte > blank && this.#matched === 0) {
          if (byte === quote && (i === 0 || data[i - 1] === quote)) this.quirks.add('doubled-quotes');
          this.quirks.add('loose-quotes');
          if (this.#spanned > 0) this.strayQuote = true;
          state = plain;
        }
      } else if (state === start && byte === quote) {
        this.quoted = true;
        state = quoted;
      } else if (!skipsBlanks || state !== start || byte > blank) {
        if (byte === quote) this.quirks.add('inner-quotes');
        if (this.#matched === 0) state = plain;
      }
    }
    this.#state = state;
    return from;
  }

  /** True at the last byte of a delimiter of several. */
  #delimits(byte: number): boolean {
    const { delimiter } = this.#marks;
    if (byte !== delimiter[this.#matched]) this.#matched = byte === delimiter[0] ? 1 : 0;
    else this.#matched++;
    if (this.#matched < delimiter.length) return false;
    this.#matched = 0;
    return true;
  }

  /** Notes the way in which a line ends at a place. */
  #noteEnd(data: Buffer, at: number): void {
    if (data[at] === cr) {
      if (at + 1 < data.length) this.lineEnds |= data[at + 1] === lf ? byBoth : byReturn;
      else this.#isHalfEnd = true;
    } else if (at > 0 ? data[at - 1] !== cr : !this.#wasHalfEnd) this.lineEnds |= byFeed;
  }

  #unclosed(): void {
    this.quirks.add('unclosed-quotes');
    if (this.#spanned > 0) this.strayQuote = true;
  }

  /** Takes a line that ends at `to`; what former pieces held of it has been noted. */
  #line(data: Buffer, from: number, to: number): void {
    const length = this.#carried + to - from;
    const cells = this.#cells;
    if (length > 0) {
      if (length > longestLine) throw new LineLimit('bytes');
      if (cells > widestRow) throw new LineLimit('cells');
      if ((data[from] ?? 0) <= blank && !this.#ink && !hasInk(data, from, to)) this.quirks.add('blank-lines');
      else if (this.first === undefined) this.first = Buffer.concat([...this.#firstPieces, data.subarray(from, to)]);
      else {
        if (cells < this.least) this.least = cells;
        if (cells > this.most) this.most = cells;
        if (length === this.first.length && !this.headerAgain)
          this.headerAgain = this.#alike && this.#goesOnLikeFirst(this.first, data, from, to);
      }
    }
    this.#nextLine();
  }

  #nextLine(): void {
    this.#firstPieces.length = 0;
    this.#cells = 1;
    this.#carried = 0;
    this.#ink = false;
    this.#alike = true;
    this.#state = start;
    this.#matched = 0;
    this.#spanned = 0;
  }

  /** Whether these bytes stand in the first line where they stand in this one, behind those of former pieces. */
  #goesOnLikeFirst(first: Buffer, data: Buffer, from: number, to: number): boolean {
    const [at, end] = [this.#carried, this.#carried + to - from];
    return end <= first.length && first.compare(data, from, to, at, end) === 0;
  }

  /** UTF-8 may be cut anywhere between pieces: a last character that is not whole waits for the next piece. */
  #checkBytes(data: Buffer): void {
    const text = this.#unchecked.length === 0 ? data : Buffer.concat([this.#unchecked, data]);
    const whole = text.length - cutCharacter(text);
    this.#unchecked = Buffer.from(text.subarray(whole));
    if (!this.quirks.has('bad-bytes') && !isUtf8(text.subarray(0, whole))) this.quirks.add('bad-bytes');
  }
}

/** Finds line ends, and counts delimiters on the way: four bytes at a time where neither is at hand. */
class LineEnds {
  /** How many stand before the line end that was found last, or before the end of the data. */
  delimiters = 0;
  readonly #data: Buffer;
  readonly #words: Int32Array;
  /** Where words begin, and end. */
  readonly #begin: number;
  readonly #end: number;
  readonly #delimiter: number;

  constructor(data: Buffer, delimiter: number) {
    const begin = -data.byteOffset & 3;
    const count = Math.max(0, data.length - begin) >> 2;
    this.#data = data;
    this.#words = count === 0 ? new Int32Array() : new Int32Array(data.buffer, data.byteOffset + begin, count);
    this.#begin = begin;
    this.#end = begin + 4 * count;
    this.#delimiter = delimiter;
  }

  /** The next line end from a position on; -1 where there is none. */
  next(from: number): number {
    const [data, words, begin, end, delimiter] = [this.#data, this.#words, this.#begin, this.#end, this.#delimiter];
    const everyDelimiter = Math.imul(delimiter, everyByte);
    const { length } = data;
    let delimiters = 0;
    let found = -1;
    for (let i = from; i < length;) {
      if (((i - begin) & 3) === 0 && i < end) {
        const word = words[(i - begin) >> 2] ?? 0;
        if (!hasZeroByte(word ^ everyFeed) && !hasZeroByte(word ^ everyReturn)) {
          delimiters += zeroBytes(word ^ everyDelimiter);
          i += 4;
          continue;
        }
      }
      const byte = data[i] ?? 0;
      if (byte === lf || byte === cr) {
        found = i;
        break;
      }
      if (byte === delimiter) delimiters++;
      i++;
    }
    this.delimiters = delimiters;
    return found;
  }
}

const everyByte = 0x01010101;
const everyFeed = lf * everyByte;
const everyReturn = cr * everyByte;
const lowBits = 0x7f * everyByte;
const highBits = 0x80 * everyByte;

/** Whether one of a word's four bytes is zero. Source: H. S. Warren, Hacker's Delight, 6-1. */
const hasZeroByte = (word: number): boolean => ((word - everyByte) & ~word & highBits) !== 0;

/** How many of a word's four bytes are zero: each leaves a bit of its own, and the product adds those up. */
const zeroBytes = (word: number): number =>
  Math.imul(~(((word & lowBits) + lowBits) | word | lowBits) >>> 7, everyByte) >>> 24;

function hasInk(data: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((data[i] ?? 0) > blank) return true;
  return false;
}

/** Bytes at the end that begin a UTF-8 character without ending it. */
function cutCharacter(text: Buffer): number {
  for (let back = 1; back <= Math.min(3, text.length); back++) {
    const byte = text[text.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
