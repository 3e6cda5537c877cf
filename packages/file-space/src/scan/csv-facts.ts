import type { CsvFacts, CsvFormat, CsvQuirk } from '@millrace/processors';
import { splitLine } from '@millrace/processors/split-line';
import { inspectFiles, together, type CsvScanResult, type CsvText } from './csv-texts.ts';
import { CsvScan, type CsvMarks } from './csv-scan.ts';
import { lineEndOf } from './line-ends.ts';
import { LineLimit } from './line-limits.ts';
import { textEncoding, type TextEncoding } from './encodings.ts';

/** From so many bytes on a thread of its own spares the one that serves everybody. */
const manyBytes = 64 << 20;

export interface CsvScanOptions {
  /** How errors name a file. */
  readonly displayName?: (file: string) => string;
  /** Bytes of all the files together, as far as known: many are looked through by a thread of its own. */
  readonly bytes?: number;
  /** Ends the look, which then fails with STOPPED. */
  readonly signal?: AbortSignal;
}

/**
 * Looks through delimited text once, piece by piece: how many cells the lines have, whether quotes or line ends stand
 * inside cells, what else engines read in different ways. Fails by name for a file that is no text, and at the first
 * line of more than 64 MB or 20,480 cells. `undefined` for an encoding, or a mark of comments, that it cannot read.
 */
export async function csvFacts(
  files: readonly string[],
  format: CsvFormat,
  options: CsvScanOptions = {},
): Promise<CsvFacts | undefined> {
  const encoding = textEncoding(format.encoding);
  if (encoding === undefined || !/^[\0-\x7f]?$/.test(format.comment ?? '')) return undefined;
  const { displayName = (file) => file } = options;
  const marks = marksOf(format, encoding);
  const parts = await scanFiles(
    files.map((file) => ({ file, shown: displayName(file), marks, encoding })),
    options,
  );
  const rows = new Map<string, readonly string[]>();
  for (const { first } of parts) {
    if (first === undefined) continue;
    const line = Buffer.from(first).toString(encoding === 'latin1' ? 'latin1' : 'utf8');
    if (!rows.has(line)) rows.set(line, splitLine(line, format));
  }
  const { bytes, least, most, headerAgain, quoted, quirks, lineEnds, byteOrderMark } = together(parts);
  const lineEnd = quirks.has('multi-line') ? lineEndOf(lineEnds) : undefined;
  const marked: readonly CsvQuirk[] = byteOrderMark ? ['byte-order-mark'] : [];
  return {
    bytes,
    files: files.length,
    firstRows: [...rows.values()],
    headerAgain,
    cells: { least: most === 0 ? 0 : least, most },
    quoted,
    ...(lineEnd === undefined ? {} : { lineEnd }),
    quirks: [...quirks, ...marked].toSorted(),
  };
}

async function scanFiles(
  files: readonly CsvText[],
  { bytes = 0, signal }: CsvScanOptions,
): Promise<readonly CsvScanResult[]> {
  if (bytes < manyBytes) return inspectFiles(files, signal);
  const { csvInThread } = await import('./csv-in-thread.ts');
  return (await csvInThread(files, signal)) ?? (await inspectFiles(files, signal));
}

/** What engines may read in different ways in the beginning of a text; one that is cut off in a quoted cell does not close it. */
export function quirksOf(text: string, format: CsvFormat): ReadonlySet<CsvQuirk> {
  const scan = new CsvScan(marksOf(format, 'utf8'), true);
  try {
    scan.push(Buffer.from(text));
    scan.end();
  } catch (error) {
    if (!(error instanceof LineLimit)) throw error;
  }
  return scan.quirks;
}

const marksOf = ({ delimiter, quote, escape, comment = '', trims }: CsvFormat, encoding: TextEncoding): CsvMarks => ({
  delimiter: Buffer.from(delimiter, encoding === 'latin1' ? 'latin1' : 'utf8'),
  quote: asciiOf(quote),
  escape: asciiOf(escape),
  comment: asciiOf(comment),
  skipsBlanks: trims?.start === true,
  utf8: encoding === 'utf8',
});

const asciiOf = (mark: string): number => {
  const code = mark.length === 1 ? mark.charCodeAt(0) : 0;
  return code > 0 && code < 128 ? code : -1;
};
