import type { CsvQuirk } from '@millrace/processors';
import { byBoth, byFeed, byReturn, cr, lf, LineEnds } from './line-ends.ts';
import { LineLimit, longestLine, widestRow } from './line-limits.ts';
import { Utf8Check } from './utf8-check.ts';

/** Marks as bytes; -1 if there is none. */
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

/** A quote open for longer than this is one that is never closed. */
const longestSpan = 4 << 20;

/** More than any count of cells; small enough to stay a machine word. */
export const noLine = 1 << 30;

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
  /** Minimum of cells of a line after the first; `noLine` if there is none. */
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
  readonly #utf8 = new Utf8Check();
  /** The piece, or the one before, ends in a carriage return that ends a line: a line feed that follows ends no other. */
  #isHalfEnd = false;
  #wasHalfEnd = false;

  constructor(marks: CsvMarks, spanLines: boolean) {
    this.#marks = marks;
    this.#spanLines = spanLines;
  }

  /** Looks at the next piece. Throws {@link LineLimit} for a line that is too long or too wide. */
  push(data: Buffer): void {
    const { delimiter, quote, comment: mark } = this.#marks;
    if (this.#marks.utf8) this.#utf8.push(data);
    if (this.#utf8.isBad) this.quirks.add('bad-bytes');
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
    this.#utf8.end();
    if (this.#utf8.isBad) this.quirks.add('bad-bytes');
    if (this.#state === quoted || this.#state === behindEscape) this.#noteUnclosed();
    if (this.#state !== comment) this.#line(Buffer.alloc(0), 0, 0);
  }

  /** No quotes and comments about: only delimiters and line ends matter. Returns where the last line starts. */
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

  /** Any text. Returns where the last line starts. */
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
          this.#noteUnclosed();
          this.#line(data, from, i);
          state = start;
          from = i + 1;
          continue;
        }
        if (ends) this.#spansLines();
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
          this.#looseText(byte === quote && (i === 0 || data[i - 1] === quote));
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

  /** Notes a line end within quotes: the cell goes on over it. */
  #spansLines(): void {
    this.quirks.add('multi-line');
    this.#spanned ||= 1;
  }

  /** Notes text behind the quote that ended a cell; `isDoubled`: it is a second quote. */
  #looseText(isDoubled: boolean): void {
    if (isDoubled) this.quirks.add('doubled-quotes');
    this.quirks.add('loose-quotes');
    if (this.#spanned > 0) this.strayQuote = true;
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

  #noteUnclosed(): void {
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
}

function hasInk(data: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((data[i] ?? 0) > blank) return true;
  return false;
}
