import { open } from 'node:fs/promises';
import type { CsvQuirk } from '@millrace/processors';
import { RunError } from '@millrace/errors';
import { CsvScan, noLine, type CsvMarks } from './csv-scan.ts';
import { LineLimit, widestRow } from './line-limits.ts';
import { decoded, type TextEncoding } from './encodings.ts';
import { fileBytes } from './file-bytes.ts';
import { lineTooLong } from './file-kinds.ts';
import { notText } from './text-kind.ts';

/** What to look through, and how. */
export interface CsvPart {
  readonly file: string;
  /** How errors name the file. */
  readonly shown: string;
  readonly marks: CsvMarks;
  readonly encoding: TextEncoding;
  /** Quoted cells go on over line ends. */
  readonly spanLines: boolean;
  /**
   * Bytes, both moved on to the next line; 0 and Infinity are the whole file. Only of files that are not packed, in UTF-8
   * or Latin-1.
   */
  readonly from: number;
  readonly to: number;
}

/** What a part of a file was found to hold: {@link CsvScan}. */
export interface CsvFound extends Pick<
  CsvScan,
  'least' | 'most' | 'headerAgain' | 'quoted' | 'strayQuote' | 'lineEnds'
> {
  readonly bytes: number;
  readonly first: Uint8Array | undefined;
  readonly byteOrderMark: boolean;
  readonly quirks: ReadonlySet<CsvQuirk>;
  /** What comes behind the part begins a line. */
  readonly isBetweenLines: boolean;
}

/** What parts in a row, or files, hold together. `first`: that of the first of them. */
export const together = (parts: readonly CsvFound[]): CsvFound => ({
  bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
  first: parts[0]?.first,
  byteOrderMark: parts.some(({ byteOrderMark }) => byteOrderMark),
  least: parts.reduce((least, part) => Math.min(least, part.least), noLine),
  most: parts.reduce((most, part) => Math.max(most, part.most), 0),
  headerAgain: parts.some(({ headerAgain }) => headerAgain),
  quoted: parts.some(({ quoted }) => quoted),
  strayQuote: parts.some(({ strayQuote }) => strayQuote),
  lineEnds: parts.reduce((ways, part) => ways | part.lineEnds, 0),
  quirks: new Set(parts.flatMap(({ quirks }) => [...quirks])),
  isBetweenLines: parts.at(-1)?.isBetweenLines ?? true,
});

/** How far from a cut its line feed, and from the beginning of a file the end of its first line, is looked for. */
const reach = 1 << 18;

/** Looks through a whole file. Fails by name for one that is no text, and for a line that is too long or too wide. */
export async function wholeFile(part: Omit<CsvPart, 'from' | 'to'>, signal?: AbortSignal): Promise<CsvFound> {
  try {
    return await look({ ...part, from: 0, to: Infinity }, signal);
  } catch (error) {
    throw error instanceof LineLimit ? tooMuch(error, part.shown) : error;
  }
}

/**
 * Looks through a stretch of a file, taking for granted that a line begins where it does: so it is where all stretches
 * before it end between lines. `undefined` for what only a look at the whole file can tell.
 */
export async function stretchOf(part: CsvPart): Promise<CsvFound | undefined> {
  const from = part.from === 0 ? 0 : await behindLineFeed(part.file, part.from);
  const to = part.to === Infinity ? Infinity : await behindLineFeed(part.file, part.to);
  if (from === undefined || to === undefined) return undefined;
  try {
    const first = from === 0 ? undefined : await firstLine(part, from);
    if (from > 0 && first === undefined) return undefined;
    const found = await look({ ...part, from, to }, undefined, first);
    return found.strayQuote ? undefined : found;
  } catch (error) {
    if (error instanceof LineLimit) return undefined;
    throw error;
  }
}

async function look(part: CsvPart, signal?: AbortSignal, first?: Buffer): Promise<CsvFound> {
  const { file, shown, marks, encoding, spanLines, from, to } = part;
  const scan = new CsvScan(marks, spanLines, first);
  let [bytes, byteOrderMark] = [0, false];
  for await (const piece of decoded(fileBytes(file, shown, { from, to }), encoding)) {
    if (signal?.aborted === true) throw stopped(shown);
    const isBeginning = from === 0 && bytes === 0;
    if (isBeginning) mustBeText(piece, shown);
    const marked = isBeginning && isMarked(piece);
    byteOrderMark ||= marked;
    bytes += piece.length;
    scan.push(marked ? piece.subarray(3) : piece);
    if (scan.strayQuote) break;
  }
  const { isBetweenLines } = scan;
  // a cell that goes on behind a stretch is not one that nobody closes
  if (to === Infinity) scan.end();
  const { least, most, headerAgain, quoted, strayQuote, quirks, lineEnds } = scan;
  const found = { least, most, headerAgain, quoted, strayQuote, quirks, lineEnds, first: scan.first };
  return { ...found, bytes, byteOrderMark, isBetweenLines };
}

/** The place behind the first line feed that ends at a byte or later. */
async function behindLineFeed(file: string, at: number): Promise<number | undefined> {
  const end = (await beginning(file, at - 1)).indexOf(10);
  return end < 0 ? undefined : at + end;
}

/** The first line, where it ends before a byte and in reach. */
async function firstLine({ file, marks, spanLines }: CsvPart, before: number): Promise<Buffer | undefined> {
  const scan = new CsvScan(marks, spanLines);
  const head = (await beginning(file, 0)).subarray(0, before);
  scan.push(isMarked(head) ? head.subarray(3) : head);
  return scan.strayQuote ? undefined : scan.first;
}

async function beginning(file: string, at: number): Promise<Buffer> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(reach), 0, reach, at);
  return buffer.subarray(0, bytesRead);
}

const isMarked = (text: Buffer): boolean => text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf;

function mustBeText(head: Buffer, shown: string): void {
  const kind = notText(head);
  if (kind === undefined) return;
  const remedy = kind.startsWith('text')
    ? 'set "encoding" to UTF-16, or save it as UTF-8'
    : 'choose a text file, or the reader for its kind';
  throw new RunError('NOT_TEXT', `"${shown}" is not delimited text but ${kind}`, remedy, 'path');
}

const tooMuch = (limit: LineLimit, shown: string): RunError =>
  limit.of === 'bytes'
    ? lineTooLong(shown)
    : new RunError(
        'ROW_TOO_WIDE',
        `"${shown}" has a row of more than ${widestRow.toLocaleString('en')} cells`,
        'check the delimiter and that the lines end where they should',
        'path',
      );

export const stopped = (shown: string): RunError =>
  new RunError('STOPPED', `"${shown}" was not read to its end: the run was stopped`, 'run it again');
