import type { CsvQuirk } from '@millrace/processors';
import { runError, type RunError } from '@millrace/errors';
import { CsvScan, noLine, type CsvMarks } from './csv-scan.ts';
import { LineLimit, widestRow } from './line-limits.ts';
import { decode, type TextEncoding } from './encodings.ts';
import { fileBytes } from './file-bytes.ts';
import { lineTooLong } from './file-kinds.ts';
import { notText } from './text-kind.ts';

/** A file to look through, and how. */
export interface CsvText {
  readonly file: string;
  /** How errors name the file. */
  readonly shown: string;
  readonly marks: CsvMarks;
  readonly encoding: TextEncoding;
}

/** What a file was found to hold: {@link CsvScan}. */
export interface CsvScanResult extends Pick<
  CsvScan,
  'least' | 'most' | 'headerAgain' | 'quoted' | 'strayQuote' | 'lineEnds'
> {
  readonly bytes: number;
  readonly first: Uint8Array | undefined;
  readonly byteOrderMark: boolean;
  readonly quirks: ReadonlySet<CsvQuirk>;
}

/** What files hold together. `first`: that of the first of them. */
export const together = (files: readonly CsvScanResult[]): CsvScanResult => ({
  bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  first: files[0]?.first,
  byteOrderMark: files.some(({ byteOrderMark }) => byteOrderMark),
  least: files.reduce((min, file) => Math.min(min, file.least), noLine),
  most: files.reduce((max, file) => Math.max(max, file.most), 0),
  headerAgain: files.some(({ headerAgain }) => headerAgain),
  quoted: files.some(({ quoted }) => quoted),
  strayQuote: files.some(({ strayQuote }) => strayQuote),
  lineEnds: files.reduce((ways, file) => ways | file.lineEnds, 0),
  quirks: new Set(files.flatMap(({ quirks }) => [...quirks])),
});

/**
 * Looks through whole files, one after the other. Fails by name for one that is no text, and for a line that is too long or too
 * wide.
 */
export async function inspectFiles(files: readonly CsvText[], signal?: AbortSignal): Promise<readonly CsvScanResult[]> {
  const results: CsvScanResult[] = [];
  for (const file of files) results.push(await inspectFile(file, signal));
  return results;
}

async function inspectFile(file: CsvText, signal: AbortSignal | undefined): Promise<CsvScanResult> {
  const spanning = await wholeFile(file, true, signal);
  // a quote that nobody closes must not swallow the rest of the file: line by line, as Spark reads without multiLine
  if (!spanning.strayQuote) return spanning;
  const byLine = await wholeFile(file, false, signal);
  // the look that was given up may have seen in a cell of several lines what no single line shows
  return spanning.quirks.has('doubled-quotes')
    ? { ...byLine, quirks: new Set([...byLine.quirks, 'doubled-quotes' as const]) }
    : byLine;
}

/** `spanLines`: quoted cells go on over line ends. */
async function wholeFile(text: CsvText, spanLines: boolean, signal: AbortSignal | undefined): Promise<CsvScanResult> {
  const { file, shown, marks, encoding } = text;
  const scan = new CsvScan(marks, spanLines);
  let [bytes, byteOrderMark] = [0, false];
  try {
    for await (const piece of decode(fileBytes(file, shown), encoding)) {
      if (signal?.aborted === true) throw stopped(shown);
      const isBeginning = bytes === 0;
      if (isBeginning) mustBeText(piece, shown);
      const marked = isBeginning && isMarked(piece);
      byteOrderMark ||= marked;
      bytes += piece.length;
      scan.push(marked ? piece.subarray(3) : piece);
      if (scan.strayQuote) break;
    }
    scan.end();
  } catch (error) {
    throw error instanceof LineLimit ? tooMuch(error, shown) : error;
  }
  const { first, least, most, headerAgain, quoted, strayQuote, quirks, lineEnds } = scan;
  return { first, least, most, headerAgain, quoted, strayQuote, quirks, lineEnds, bytes, byteOrderMark };
}

const isMarked = (text: Buffer): boolean => text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf;

function mustBeText(head: Buffer, displayName: string): void {
  const description = notText(head);
  if (description === undefined) return;
  const kind = description.startsWith('text') ? 'delimited-text-not-utf8' : 'not-delimited-text';
  throw runError(kind, { file: displayName, content: description }, { field: 'path' });
}

const tooMuch = (limit: LineLimit, displayName: string): RunError =>
  limit.of === 'bytes'
    ? lineTooLong(displayName)
    : runError('row-too-wide', { file: displayName, limit: widestRow }, { field: 'path' });

export const stopped = (displayName: string): RunError => runError('file-read-stopped', { file: displayName });
