import type { LineEnd } from '@millrace/processors';

/** Ways in which lines end, as bits. */
export const byFeed = 1;
export const byReturn = 2;
export const byBoth = 4;

/** The one way in which all lines end; undefined if there are several ways, or no line end. */
export const lineEndOf = (ways: number): LineEnd | undefined =>
  ways === byFeed ? '\n' : ways === byReturn ? '\r' : ways === byBoth ? '\r\n' : undefined;

export const lf = 10;
export const cr = 13;

/** Finds line ends, and counts delimiters on the way: four bytes at a time where neither is at hand. */
export class LineEnds {
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

  /** The next line end from a position on; -1 if there is none. */
  next(from: number): number {
    const [data, words, begin, end, delimiter] = [this.#data, this.#words, this.#begin, this.#end, this.#delimiter];
    const everyDelimiter = Math.imul(delimiter, everyByte);
    const { length } = data;
    let delimiters = 0;
    let lineEnd = -1;
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
        lineEnd = i;
        break;
      }
      if (byte === delimiter) delimiters++;
      i++;
    }
    this.delimiters = delimiters;
    return lineEnd;
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
