import type { CsvFacts, CsvFormat, CsvQuirk } from '@millrace/processors';
import { splitLine } from '@millrace/processors/split-line';
import { RunError } from '../errors.ts';
import { CsvScan, LineLimit, noLine, widestRow, type CsvMarks } from './csv-scan.ts';
import { decoded, textEncoding, type TextEncoding } from './encodings.ts';
import { fileBytes } from './file-bytes.ts';
import { lineTooLong } from './file-kinds.ts';
import { notText } from './text-kind.ts';

/**
 * Looks through delimited text once, piece by piece: how many cells the lines have, whether quotes or line ends stand
 * inside cells, what else engines read in different ways. Fails by name for a file that is no text, and at the first
 * line of more than 64 MB or 20,480 cells. `undefined` for an encoding that it cannot read.
 */
export async function csvFacts(
  files: readonly string[],
  format: CsvFormat,
  shown = (file: string): string => file,
): Promise<CsvFacts | undefined> {
  const encoding = textEncoding(format.encoding);
  if (encoding === undefined) return undefined;
  const marks = marksOf(format, encoding);
  const rows = new Map<string, readonly string[]>();
  const quirks = new Set<CsvQuirk>();
  const cells = { least: noLine, most: 0 };
  let [bytes, quoted, headerAgain] = [0, false, false];
  for (const file of files) {
    const scanned = await scanFile(file, marks, encoding, shown(file));
    const { scan } = scanned;
    bytes += scanned.bytes;
    quoted ||= scan.quoted;
    headerAgain ||= scan.headerAgain;
    cells.least = Math.min(cells.least, scan.least);
    cells.most = Math.max(cells.most, scan.most);
    for (const quirk of scan.quirks) quirks.add(quirk);
    if (scanned.byteOrderMark) quirks.add('byte-order-mark');
    const line = scan.first?.toString(encoding === 'latin1' ? 'latin1' : 'utf8');
    if (line !== undefined && !rows.has(line)) rows.set(line, splitLine(line, format));
  }
  if (cells.most === 0) cells.least = 0;
  return { bytes, files: files.length, firstRows: [...rows.values()], headerAgain, cells, quoted, quirks: [...quirks] };
}

interface Scanned {
  readonly scan: CsvScan;
  readonly bytes: number;
  readonly byteOrderMark: boolean;
}

async function scanFile(file: string, marks: CsvMarks, encoding: TextEncoding, shown: string): Promise<Scanned> {
  const spanning = await scanOnce(file, marks, encoding, shown, true);
  if (!spanning.scan.strayQuote) return spanning;
  // a quote that nobody closes must not swallow the rest of the file: line by line, as Spark reads without multiLine
  return scanOnce(file, marks, encoding, shown, false);
}

async function scanOnce(
  file: string,
  marks: CsvMarks,
  encoding: TextEncoding,
  shown: string,
  spanLines: boolean,
): Promise<Scanned> {
  const scan = new CsvScan(marks, spanLines);
  let [bytes, byteOrderMark] = [0, false];
  try {
    for await (const piece of decoded(fileBytes(file, shown), encoding)) {
      const marked = bytes === 0 && piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf;
      if (bytes === 0) mustBeText(piece, shown);
      byteOrderMark ||= marked;
      bytes += piece.length;
      scan.push(marked ? piece.subarray(3) : piece);
      if (scan.strayQuote) break;
    }
    scan.end();
  } catch (error) {
    throw error instanceof LineLimit ? tooMuch(error, shown) : error;
  }
  return { scan, bytes, byteOrderMark };
}

function mustBeText(beginning: Buffer, shown: string): void {
  const kind = notText(beginning);
  if (kind === undefined) return;
  const remedy = kind.startsWith('text')
    ? 'give its encoding, or save it as UTF-8'
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

const marksOf = ({ delimiter, quote, escape }: CsvFormat, encoding: TextEncoding): CsvMarks => ({
  delimiter: Buffer.from(delimiter, encoding === 'latin1' ? 'latin1' : 'utf8'),
  quote: asciiOf(quote),
  escape: asciiOf(escape),
  utf8: encoding === 'utf8',
});

const asciiOf = (mark: string): number => {
  const code = mark.length === 1 ? mark.charCodeAt(0) : 0;
  return code > 0 && code < 128 ? code : -1;
};
