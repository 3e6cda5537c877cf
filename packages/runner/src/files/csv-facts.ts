import { open } from 'node:fs/promises';
import type { CsvFacts } from '@millrace/processors';
import { RunError } from '../errors.ts';

const chunkBytes = 1 << 20;
/** A line longer than this is a mistake of the file (a binary, a missing line end), and no engine survives it. */
const longestLine = 64 << 20;
const widestRow = 20_000;

interface Marks {
  readonly delimiter: Buffer;
  readonly quote: number;
  readonly escape: number;
}

interface Scan {
  bytes: number;
  quoted: boolean;
  quotesInside: boolean;
  multiLine: boolean;
  byteOrderMark: boolean;
  binary: boolean;
  least: number;
  most: number;
  first: Buffer | undefined;
}

const [lf, cr] = [10, 13];

/**
 * Looks through delimited text once, in pieces of a megabyte: how many cells the lines have, whether quotes or line
 * ends stand inside cells. Engines differ in those, so the reader and the router want to know. Blank lines are skipped,
 * as Spark's reader does. Fails for a line of more than 64 MB or 20,000 cells.
 */
export async function csvFacts(
  files: readonly string[],
  { delimiter, quote, escape }: { delimiter: string; quote: string; escape: string },
): Promise<CsvFacts> {
  const marks = { delimiter: Buffer.from(delimiter), quote: quote.charCodeAt(0) || -1, escape: escape.charCodeAt(0) || -1 };
  const scan: Scan = {
    bytes: 0,
    quoted: false,
    quotesInside: false,
    multiLine: false,
    byteOrderMark: false,
    binary: false,
    least: Number.POSITIVE_INFINITY,
    most: 0,
    first: undefined,
  };
  for (const file of files) await scanFile(file, marks, scan);
  return {
    bytes: scan.bytes,
    files: files.length,
    firstRow: scan.first === undefined ? [] : cellsOf(scan.first.toString('utf8'), delimiter, quote, escape),
    cells: { least: scan.most === 0 ? 0 : scan.least, most: scan.most },
    quoted: scan.quoted,
    quotesInside: scan.quotesInside,
    multiLine: scan.multiLine,
    byteOrderMark: scan.byteOrderMark,
    binary: scan.binary,
  };
}

async function scanFile(file: string, { delimiter, quote, escape }: Marks, scan: Scan): Promise<void> {
  await using handle = await open(file);
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const [firstDelimiter = -1] = delimiter;
  const single = delimiter.length === 1;
  let cells = 1;
  let lineBytes = 0;
  let inside = false;
  let previous = lf;
  let beforeQuote = false;
  let firstLine: Buffer[] | undefined = scan.first === undefined ? [] : undefined;
  let at = 0;
  const endLine = () => {
    if (lineBytes > 0) {
      scan.least = Math.min(scan.least, cells);
      scan.most = Math.max(scan.most, cells);
    }
    cells = 1;
    lineBytes = 0;
  };
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, at);
    if (bytesRead === 0) break;
    const data = chunk.subarray(0, bytesRead);
    if (at === 0 && data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf) scan.byteOrderMark = true;
    if (data.includes(0)) scan.binary = true;
    let start = 0;
    for (let i = 0; i < bytesRead; i++) {
      const byte = data[i] ?? 0;
      if (byte === quote) {
        scan.quoted = true;
        if (inside && previous === escape && escape !== quote) scan.quotesInside = true;
        else {
          if (!inside && beforeQuote && previous === quote) scan.quotesInside = true;
          if (!inside && previous !== firstDelimiter && previous !== lf && previous !== cr && lineBytes > 0)
            scan.quotesInside = true;
          inside = !inside;
          beforeQuote = !inside;
        }
        lineBytes++;
      } else if (byte === lf) {
        if (inside) {
          scan.multiLine = true;
          lineBytes++;
        } else {
          if (firstLine !== undefined && lineBytes > 0) {
            firstLine.push(Buffer.from(data.subarray(start, i)));
            scan.first = Buffer.concat(firstLine);
            firstLine = undefined;
          }
          endLine();
          start = i + 1;
        }
      } else if (byte !== cr) {
        lineBytes++;
        if (!inside && byte === firstDelimiter && (single || isDelimiter(data, i, delimiter))) {
          cells++;
          if (!single) i += delimiter.length - 1;
        }
      }
      previous = byte;
    }
    if (firstLine !== undefined) firstLine.push(Buffer.from(data.subarray(start)));
    at += bytesRead;
    if (lineBytes > longestLine)
      throw new RunError('LINE_TOO_LONG', `"${file}" has a line of more than 64 MB`, 'check that it is delimited text with line ends');
    if (cells > widestRow || scan.most > widestRow)
      throw new RunError(
        'ROW_TOO_WIDE',
        `"${file}" has a row of more than ${widestRow} cells`,
        'check the delimiter and that the lines end where they should',
      );
  }
  if (firstLine !== undefined && lineBytes > 0) scan.first = Buffer.concat(firstLine);
  endLine();
  if (inside) scan.quotesInside = true;
  scan.bytes += at;
}

const isDelimiter = (data: Buffer, at: number, delimiter: Buffer): boolean =>
  data.compare(delimiter, 0, delimiter.length, at, Math.min(data.length, at + delimiter.length)) === 0;

/** The cells of one line, quotes and escapes taken off. */
function cellsOf(line: string, delimiter: string, quote: string, escape: string): string[] {
  const text = line.replace(/^\uFEFF/, '').replace(/\r$/, '');
  const cells: string[] = [];
  let cell = '';
  let inside = false;
  for (let i = 0; i < text.length; i++) {
    if (inside && text[i] === escape && text[i + 1] === quote) {
      cell += quote;
      i++;
    } else if (text[i] === quote && quote !== '') inside = !inside;
    else if (!inside && delimiter !== '' && text.startsWith(delimiter, i)) {
      cells.push(cell);
      cell = '';
      i += delimiter.length - 1;
    } else cell += text[i];
  }
  return [...cells, cell];
}
