import type { CsvFacts, CsvFormat, CsvQuirk } from '@millrace/processors';
import { splitLine } from '@millrace/processors/split-line';
import { together, wholeFile, type CsvFound, type CsvPart } from './csv-part.ts';
import { CsvScan, type CsvMarks } from './csv-scan.ts';
import { lineEndOf } from './line-ends.ts';
import { LineLimit } from './line-limits.ts';
import { textEncoding, type TextEncoding } from './encodings.ts';

/** From so many bytes on threads of their own are as quick on two cores, and spare the one that serves everybody. */
const manyBytes = 64 << 20;

export interface LookOptions {
  /** How errors name a file. */
  readonly shown?: (file: string) => string;
  /** Bytes of all the files together, as far as known: many are looked through by several threads. */
  readonly bytes?: number;
  /** Ends the look, which then fails with STOPPED. */
  readonly signal?: AbortSignal;
  /** Bytes that a thread takes at a time. */
  readonly stretchBytes?: number;
}

/**
 * Looks through delimited text once, piece by piece: how many cells the lines have, whether quotes or line ends stand
 * inside cells, what else engines read in different ways. Fails by name for a file that is no text, and at the first
 * line of more than 64 MB or 20,480 cells. `undefined` for an encoding, or a mark of comments, that it cannot read.
 */
export async function csvFacts(
  files: readonly string[],
  format: CsvFormat,
  options: LookOptions = {},
): Promise<CsvFacts | undefined> {
  const encoding = textEncoding(format.encoding);
  if (encoding === undefined || !/^[\0-\x7f]?$/.test(format.comment ?? '')) return undefined;
  const { shown = (file) => file } = options;
  const marks = marksOf(format, encoding);
  const looked = await lookThrough(
    files.map((file) => ({ file, shown: shown(file), marks, encoding })),
    options,
  );
  const rows = new Map<string, readonly string[]>();
  for (const { first } of looked) {
    if (first === undefined) continue;
    const line = Buffer.from(first).toString(encoding === 'latin1' ? 'latin1' : 'utf8');
    if (!rows.has(line)) rows.set(line, splitLine(line, format));
  }
  const { bytes, least, most, headerAgain, quoted, quirks, lineEnds, byteOrderMark } = together(looked);
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

type WholeFile = Omit<CsvPart, 'from' | 'to'>;
type Text = Omit<WholeFile, 'spanLines'>;

async function lookThrough(files: readonly Text[], options: LookOptions): Promise<readonly CsvFound[]> {
  const byThreads = (options.bytes ?? 0) >= manyBytes ? await lookByThreads(files, options) : undefined;
  if (byThreads !== undefined) return byThreads;
  const found: CsvFound[] = [];
  for (const file of files) found.push(await lookInto(file, (whole) => wholeFile(whole, options.signal)));
  return found;
}

/** `undefined` where no threads are to be had. */
async function lookByThreads(
  files: readonly Text[],
  { signal, stretchBytes }: LookOptions,
): Promise<readonly CsvFound[] | undefined> {
  const { CsvThreads, ThreadLost } = await import('./csv-threads.ts');
  await using threads = new CsvThreads(signal, stretchBytes);
  const looks = files.map((file) => lookInto(file, (whole) => threads.wholeFile(whole)));
  // the first file that fails is told, not those behind it
  for (const look of looks) look.catch(() => undefined);
  try {
    const found: CsvFound[] = [];
    for (const look of looks) found.push(await look);
    return found;
  } catch (error) {
    if (error instanceof ThreadLost) return undefined;
    throw error;
  }
}

async function lookInto(file: Text, look: (whole: WholeFile) => Promise<CsvFound>): Promise<CsvFound> {
  const spanning = await look({ ...file, spanLines: true });
  // a quote that nobody closes must not swallow the rest of the file: line by line, as Spark reads without multiLine
  if (!spanning.strayQuote) return spanning;
  const byLine = await look({ ...file, spanLines: false });
  // the look that was given up may have seen in a cell of several lines what no single line shows
  return spanning.quirks.has('doubled-quotes')
    ? { ...byLine, quirks: new Set([...byLine.quirks, 'doubled-quotes' as const]) }
    : byLine;
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
